;; The dot product of two vectors of 32-bit floats. After a change, compile it and paste the output into vectorRows.ts:
;;   npx --yes --package wabt@1.0.39 wat2wasm host/search/dotProduct.wat --output=dotProduct.wasm
;;   node --print 'fs.readFileSync("dotProduct.wasm", "base64")'
(module
  ;; 65536 pages of 64 KiB are 4 GiB, the most that 32-bit addresses reach.
  (memory (import "host" "memory") 1 65536)
  ;; $a and $b are addresses. $bytes is the length of each vector, a positive multiple of 64.
  (func (export "dotProduct") (param $a i32) (param $b i32) (param $bytes i32) (result f32)
    (local $end i32)
    ;; Four sums side by side: an addition need not wait for the one before it.
    (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $end (i32.add (local.get $a) (local.get $bytes)))
    (loop $next
      (local.set $s0 (f32x4.add (local.get $s0)
        (f32x4.mul (v128.load (local.get $a)) (v128.load (local.get $b)))))
      (local.set $s1 (f32x4.add (local.get $s1)
        (f32x4.mul (v128.load offset=16 (local.get $a)) (v128.load offset=16 (local.get $b)))))
      (local.set $s2 (f32x4.add (local.get $s2)
        (f32x4.mul (v128.load offset=32 (local.get $a)) (v128.load offset=32 (local.get $b)))))
      (local.set $s3 (f32x4.add (local.get $s3)
        (f32x4.mul (v128.load offset=48 (local.get $a)) (v128.load offset=48 (local.get $b)))))
      (local.set $b (i32.add (local.get $b) (i32.const 64)))
      (local.set $a (i32.add (local.get $a) (i32.const 64)))
      (br_if $next (i32.lt_u (local.get $a) (local.get $end))))
    (local.set $s0 (f32x4.add
      (f32x4.add (local.get $s0) (local.get $s1))
      (f32x4.add (local.get $s2) (local.get $s3))))
    (f32.add
      (f32.add (f32x4.extract_lane 0 (local.get $s0)) (f32x4.extract_lane 1 (local.get $s0)))
      (f32.add (f32x4.extract_lane 2 (local.get $s0)) (f32x4.extract_lane 3 (local.get $s0))))))
