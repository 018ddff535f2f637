import { type CommandWords, completionWords } from './completion-words.ts';

/** A completion script for each shell, by its name. */
export const COMPLETIONS: Readonly<Record<string, () => string>> = {
  bash: () => bash(completionWords()),
  zsh: () => zsh(completionWords()),
  fish: () => fish(completionWords()),
};

/** In single quotes, for all three shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const flagNames = (command: CommandWords): string => command.flags.flatMap((flag) => flag.names).join(' ');

function bash(commands: readonly CommandWords[]): string {
  const names = commands.map((command) => command.name).join(' ');
  const cases = commands.map(
    (command) =>
      `    ${command.name}) [[ $word == -* ]] && COMPREPLY=($(compgen -W ${quoted(flagNames(command))} -- "$word")) ;;`,
  );
  const rest = commands.find((command) => command.name === 'diagnose');
  return `# bash completion for culprit
_culprit() {
  local word=\${COMP_WORDS[COMP_CWORD]}
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 && $word != -* ]]; then
    COMPREPLY=($(compgen -W ${quoted(names)} -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
    *) [[ $word == -* ]] && COMPREPLY=($(compgen -W ${quoted(rest === undefined ? '' : flagNames(rest))} -- "$word")) ;;
  esac
}
complete -o bashdefault -o default -F _culprit culprit
`;
}

function zsh(commands: readonly CommandWords[]): string {
  const described = (name: string, text: string) => quoted(`${name.replaceAll(':', '\\:')}:${text}`);
  const names = commands.map((command) => `    ${described(command.name, command.summary)}`);
  const cases = commands.map((command) => {
    const flags = command.flags.flatMap((flag) => flag.names.map((name) => described(name, flag.description)));
    return `    ${command.name}) flags=(${flags.join(' ')}) ;;`;
  });
  return `#compdef culprit
_culprit() {
  local -a commands flags
  commands=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )) && [[ $words[2] != -* ]]; then
    _describe 'command' commands
    _files
    return
  fi
  case $words[2] in
${cases.join('\n')}
  esac
  [[ $words[CURRENT] == -* ]] && _describe 'flag' flags
  _files
}
compdef _culprit culprit
`;
}

function fish(commands: readonly CommandWords[]): string {
  const lines = ['# fish completion for culprit'];
  for (const { name, summary, flags } of commands) {
    lines.push(`complete -c culprit -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`);
    for (const flag of flags) {
      const long = flag.names.map((one) => `-l ${one.replace(/^-+/, '')}`).join(' ');
      const value = flag.takesValue ? ' -r' : '';
      lines.push(
        `complete -c culprit -n '__fish_seen_subcommand_from ${name}' ${long}${value} -d ${quoted(flag.description)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}
