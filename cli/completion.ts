/** The command that prints a shell's completion, made from the commands themselves. */
import { Argument, type Command } from "commander";

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .description('print the completion of a shell: eval "$(anima completion bash)"')
    .addArgument(new Argument("<shell>").choices(["bash", "zsh"]))
    .action((shell: string) => {
      process.stdout.write(shell === "bash" ? bash(program) : zsh(program));
    });
}

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

/** In single quotes, where a colon separates. */
function escaped(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(":", "\\:");
}
