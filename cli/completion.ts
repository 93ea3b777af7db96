/** The command that prints a shell's completion, made from the commands themselves. */
import { Argument, type Command } from "commander";

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description('print the completion of a shell: eval "$(anima completion bash)"')
    .addArgument(new Argument("<shell>").choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS) => {
      process.stdout.write(SHELLS[shell](program));
    });
}

const SHELLS = { bash, zsh, fish };

function optionsOf(program: Command, command: Command): string[] {
  const own = [...command.options, ...program.options].flatMap(({ long }) => long ?? []);
  return [...new Set([...own, "--help"])];
}

function bash(program: Command): string {
  const cases = program.commands.map(
    (command) => `    ${command.name()}) words="${optionsOf(program, command).join(" ")}" ;;`,
  );
  return `_anima() {
  local words="" word="\${COMP_WORDS[COMP_CWORD]}" command="\${COMP_WORDS[1]}"
  if [ "$COMP_CWORD" -eq 1 ]; then words="${program.commands.map((command) => command.name()).join(" ")} --help --version"
  elif [[ "$word" == -* ]]; then case "$command" in
${cases.join("\n")}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _anima anima
`;
}

function zsh(program: Command): string {
  const commands = program.commands.map(
    (command) => `    '${command.name()}:${escaped(command.description())}'`,
  );
  const cases = program.commands.map(
    (command) => `    ${command.name()}) compadd -- ${optionsOf(program, command).join(" ")} ;;`,
  );
  return `#compdef anima
_anima() {
  local -a commands=(
${commands.join("\n")}
  )
  if (( CURRENT == 2 )); then _describe command commands
  elif [[ "$PREFIX" == -* ]]; then case "$words[2]" in
${cases.join("\n")}
  esac; else _files; fi
}
compdef _anima anima
`;
}

function fish(program: Command): string {
  const names = program.commands.map((command) => command.name()).join(" ");
  const at = (command: Command): string => `-n "__fish_seen_subcommand_from ${command.name()}"`;
  const commands = program.commands.map(
    (command) =>
      `complete -c anima -f -n "not __fish_seen_subcommand_from ${names}" -a ${command.name()} -d ${inFish(command.description())}`,
  );
  const options = program.commands.flatMap((command) =>
    [...command.options, ...program.options].flatMap(({ long, description }) =>
      long === undefined || long === null
        ? []
        : [`complete -c anima ${at(command)} -l ${long.slice(2)} -d ${inFish(description)}`],
    ),
  );
  return `${[...commands, ...options].join("\n")}\n`;
}

function inFish(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** In single quotes, where a colon separates. */
function escaped(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(":", "\\:");
}
