import { type CommandWords, completionWords } from './completion-words.ts';

/** A completion script for each shell, by its name. */
export const COMPLETIONS: Readonly<Record<string, () => string>> = {
  bash: () => bash(completionWords().map(withInner)),
  zsh: () => zsh(completionWords().map(withInner)),
  fish: () => fish(completionWords().map(withInner)),
};

/** In single quotes, for all three shells. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const flagNames = (command: CommandWords): string => command.flags.flatMap((flag) => flag.names).join(' ');

/** A command with the flags of all that stand behind it: which of those it is, is not looked at. */
const withInner = (command: CommandWords): CommandWords => {
  const flags = new Map(
    [command, ...command.commands].flatMap((one) => one.flags.map((flag) => [flag.names.join(), flag])),
  );
  return { ...command, flags: [...flags.values()] };
};

function bash(commands: readonly CommandWords[]): string {
  const names = commands.map((command) => command.name).join(' ');
  const cases = commands.map(
    (command) =>
      `    ${command.name}) [[ $word == -* ]] && COMPREPLY=($(compgen -W ${quoted(flagNames(command))} -- "$word")) ;;`,
  );
  const inner = commands.flatMap(({ name, commands: behind }) =>
    behind.length === 0
      ? []
      : [
          `  if [[ $COMP_CWORD -eq 2 && \${COMP_WORDS[1]} == ${name} && $word != -* ]]; then`,
          `    COMPREPLY=($(compgen -W ${quoted(behind.map((one) => one.name).join(' '))} -- "$word"))`,
          '    return',
          '  fi',
        ],
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
${inner.join('\n')}
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
  const inner = commands.flatMap(({ name, commands: behind }) =>
    behind.length === 0
      ? []
      : [
          `  if (( CURRENT == 3 )) && [[ $words[2] == ${name} && $words[3] != -* ]]; then`,
          `    commands=(${behind.map((one) => described(one.name, one.summary)).join(' ')})`,
          "    _describe 'command' commands",
          '    return',
          '  fi',
        ],
  );
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
${inner.join('\n')}
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
  for (const { name, summary, flags, commands: behind } of commands) {
    lines.push(`complete -c culprit -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`);
    for (const one of behind) {
      lines.push(
        `complete -c culprit -n '__fish_seen_subcommand_from ${name}' -a ${one.name} -d ${quoted(one.summary)}`,
      );
    }
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
