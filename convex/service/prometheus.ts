/** Renders metrics in the Prometheus text format, version 0.0.4. */

export interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge";
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

export const CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function render(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, type, samples }) => {
      const head = `# HELP ${name} ${escaped(help)}\n# TYPE ${name} ${type}\n`;
      return head + samples.map((sample) => `${name}${labelsOf(sample)} ${sample.value}\n`).join("");
    })
    .join("");
}

function labelsOf({ labels = {} }: Sample): string {
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
  );
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

/** One sample for each entry, with its key as a label. */
export function samplesBy(label: string, values: Readonly<Record<string, number>>): Sample[] {
  return Object.entries(values).map(([key, value]) => ({ labels: { [label]: key }, value }));
}
