/** Parses the files of `npx convex import`: a zip of snapshot tables, or the documents of one table as JSON. */
import type { ConvexJson, ConvexObject } from "../types";
import { tryClassify } from "../values/classify";
import { parseExportText } from "./exportJson";
import type { ImportRequest } from "./imports";

/** A file that can't be imported: what is wrong with it, for the person who imports it. */
export class BadImport extends Error {
  override readonly name = "BadImport";
}

/** The documents of a table. */
export interface TableRows {
  readonly componentPath: string;
  readonly table: string;
  /** The table's number in the ids of the file, if it says so. */
  readonly fileNumber: number | null;
  readonly documents: readonly ConvexObject[];
}

/** What all files of a zip may contain together, so that a small file can't fill the memory. */
const MAX_UNPACKED_BYTES = 1024 * 1024 * 1024;

/** Throws an error with the file and line that can't be read. */
export async function parsedFile(bytes: Buffer, options: ImportRequest["import"]): Promise<TableRows[]> {
  const { format, tableName: table = "" } = options;
  const componentPath = options.componentPath ?? "";
  switch (format) {
    case "zip":
      return await parsedZip(bytes, componentPath);
    case "jsonLines": {
      const documents = documentsIn(bytes.toString("utf8"), table, JSON.parse);
      return [{ componentPath, table, fileNumber: null, documents }];
    }
    case "jsonArray": {
      const list = JSON.parse(bytes.toString("utf8")) as ConvexJson;
      if (!Array.isArray(list)) throw new BadImport("The file must contain one JSON array of documents.");
      const documents = list.map((value, at) => documentOf(value, `element ${at}`));
      return [{ componentPath, table, fileNumber: null, documents }];
    }
    case "csv":
      throw new BadImport(
        "This host does not import CSV: convert it to lines of JSON and use --format jsonLines.",
      );
  }
}

const TABLE_FILE = /^(.*\/)?([^/]+)\/(documents|generated_schema)\.jsonl$/;
const COMPONENT = /(?:^|\/)_components\/([^/]+)(?=\/|$)/g;

async function parsedZip(bytes: Buffer, base: string): Promise<TableRows[]> {
  const files = await unzipped(bytes);
  const tables: TableRows[] = [];
  const numbers = new Map<string, number>();
  for (const [name, { componentPath, table, text }] of files) {
    if (name.endsWith("/generated_schema.jsonl")) {
      if (text.trim() !== '"uniform"')
        throw new BadImport(
          `${name}: this snapshot has an older format. Export it again with a current Convex.`,
        );
    } else if (table === "_tables") {
      for (const { name: listed, id } of documentsIn(text, name, JSON.parse))
        if (typeof listed === "string" && typeof id === "number")
          numbers.set(`${componentPath}:${listed}`, id);
    } else if (table === "_storage" && text.trim() !== "") {
      throw new BadImport("The snapshot contains files, and this host has no file storage.");
    }
  }
  for (const [name, { componentPath, table, text }] of files) {
    if (!name.endsWith("/documents.jsonl") || table.startsWith("_")) continue;
    const fileNumber = numbers.get(`${componentPath}:${table}`) ?? null;
    tables.push({ componentPath, table, fileNumber, documents: documentsIn(text, name, parseExportText) });
  }
  if (tables.length === 0) throw new BadImport("The zip file contains no tables: <table>/documents.jsonl.");
  return tables;

  async function unzipped(zip: Uint8Array) {
    const { unzip, strFromU8 } = await import("fflate");
    let unpacked = 0;
    const entries = await new Promise<Record<string, Uint8Array>>((resolve, reject) => {
      const filter = ({ name, originalSize }: { name: string; originalSize: number }): boolean => {
        if (!TABLE_FILE.test(name)) return false;
        unpacked += originalSize;
        if (unpacked > MAX_UNPACKED_BYTES)
          throw new BadImport(`The zip file unpacks to more than ${MAX_UNPACKED_BYTES >> 20} MiB.`);
        return true;
      };
      unzip(zip, { filter }, (error, found) => (error === null ? resolve(found) : reject(error)));
    });
    return Object.entries(entries).map(([name, contents]) => {
      const [, folder = "", table = ""] = TABLE_FILE.exec(name) ?? [];
      const names = [...folder.matchAll(COMPONENT)].map(([, component = ""]) => component);
      const componentPath = [base, ...names].filter((part) => part !== "").join("/");
      return [name, { componentPath, table, text: strFromU8(contents) }] as const;
    });
  }
}

function documentsIn(text: string, file: string, parse: (line: string) => unknown): ConvexObject[] {
  const documents: ConvexObject[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const where = `${file}, line ${at + 1}`;
    let value: ConvexJson;
    try {
      value = parse(line) as ConvexJson;
    } catch (cause) {
      throw new BadImport(`${where}: not JSON`, { cause });
    }
    documents.push(documentOf(value, where));
  }
  return documents;
}

function documentOf(value: ConvexJson, where: string): ConvexObject {
  const classified = tryClassify(value);
  if (classified?.kind !== "object") throw new BadImport(`${where}: a document must be an object`);
  return classified.object;
}
