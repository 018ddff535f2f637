/** Where text goes. */
export interface TextSink {
  /** Resolves once the reader can take more. */
  write(text: string): Promise<void>;
  readonly isTerminal: boolean;
  /** Columns of the terminal; null where it is none. */
  readonly columns: number | null;
  /** The stream below, for what draws on a terminal; null where there is none. */
  readonly stream: NodeJS.WritableStream | null;
}

/** What the command line needs of the process it runs in, so that it can be tested without one. */
export interface Host {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AsyncIterable<Uint8Array>;
  /** What standard input is: only what is piped is read unasked. */
  readonly stdinIs: 'terminal' | 'piped' | 'folder' | 'nothing';
  readonly stdout: TextSink;
  readonly stderr: TextSink;
  /** Clock in milliseconds. */
  readonly now: () => number;
  /** Cores that can be used. */
  readonly cores: number;
  /** Folder of the installed package: its docs and its package.json. */
  readonly packageRoot: string;
  /** Module that diagnoses files in a worker thread; null = everything in this thread. */
  readonly workerUrl: URL | null;
  /** Hears the exit code that is certain so far, for a process that its reader ends early (`| head`). */
  readonly reached: (code: ExitCode) => void;
}

/** What a command ends with: 0 done, 1 a threshold was missed, 2 wrong use or input, 3 environment. */
export type ExitCode = 0 | 1 | 2 | 3;
