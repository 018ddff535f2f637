import { randomBytes } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, copyFile, type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { AppError } from '../base/errors.ts';
import type { Write } from './diagnose/printer.ts';
import { forgetTemporary, rememberTemporary } from './temporary-files.ts';

/** A file that is written: it is there, whole, after `commit`, and as it was before until then. */
export interface OutputFile {
  readonly write: Write;
  /** Puts the text in place of what was there. A file to which nothing was written stays as it was. */
  commit(): Promise<void>;
  /** Lets go of what was not committed. */
  discard(): Promise<void>;
}

/** The folder of a file takes no other file, or the file cannot be replaced: a mount, rights that others hold. */
const NO_REPLACING = ['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV'];

/**
 * Opens a file to write to, with its folders. The text goes to a temporary file beside it; devices and pipes take it
 * as it comes.
 * @throws AppError OUTPUT_UNWRITABLE, now or from what it returns
 */
export async function openOutput(path: string, cwd: string): Promise<OutputFile> {
  const failing = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (cause) {
      const code = codeOf(cause);
      const why = code === '' ? '' : ` (${code})`;
      throw new AppError('OUTPUT_UNWRITABLE', `${path}: cannot be written${why}`, { cause });
    }
  };
  const full = resolve(cwd, path);
  const output = await failing(async () => {
    await makeFolder(dirname(full));
    const found = await stat(full).catch(() => null);
    const takesAsItComes = found !== null && (!found.isFile() || /^\/(?:dev\/(?:std|fd\/)|proc\/)/.test(full));
    return takesAsItComes ? directOutput(full) : replacingOutput(found === null ? full : await realpath(full), found);
  });
  return {
    write: (text) => failing(() => output.write(text)),
    commit: () => failing(output.commit),
    discard: output.discard,
  };
}

/** Node's own way to make folders above folders goes on for ever where the system makes none, as in /proc. */
async function makeFolder(path: string): Promise<void> {
  const missing: string[] = [];
  for (let folder = path; (await stat(folder).catch(() => null)) === null; folder = dirname(folder)) {
    missing.push(folder);
    if (folder === dirname(folder)) break;
  }
  for (const folder of missing.reverse()) {
    await mkdir(folder).catch((error: unknown) => {
      if (codeOf(error) !== 'EEXIST') throw error;
    });
  }
}

async function directOutput(path: string): Promise<OutputFile> {
  const handle = await open(path, 'w');
  let isOpen = true;
  const close = async (): Promise<void> => {
    if (isOpen) await handle.close();
    isOpen = false;
  };
  return { write: (text) => handle.writeFile(text), commit: close, discard: close };
}

async function replacingOutput(target: string, old: Stats | null): Promise<OutputFile> {
  if (old !== null) await access(target, constants.W_OK);
  const { handle, path } = await openTemporary(target, old);
  let isOpen = true;
  let isEmpty = true;
  const discard = async (): Promise<void> => {
    if (!isOpen) return;
    isOpen = false;
    await handle.close();
    await rm(path, { force: true });
    forgetTemporary(path);
  };
  const commit = async (): Promise<void> => {
    if (!isOpen || isEmpty) return discard();
    isOpen = false;
    try {
      await handle.close();
      await rename(path, target).catch(async (error: unknown) => {
        if (!NO_REPLACING.includes(codeOf(error))) throw error;
        await copyFile(path, target);
      });
    } finally {
      await rm(path, { force: true });
      forgetTemporary(path);
    }
  };
  return {
    write: async (text) => {
      isEmpty &&= text === '';
      await handle.writeFile(text);
    },
    commit,
    discard,
  };
}

/** Beside the target, where renaming is one step; elsewhere where its folder takes no new file. */
async function openTemporary(
  target: string,
  old: Stats | null,
): Promise<{ readonly handle: FileHandle; readonly path: string }> {
  const name = `.culprit-${randomBytes(6).toString('hex')}.tmp`;
  const mode = old === null ? 0o666 : old.mode & 0o777;
  const openIn = async (folder: string) => {
    const path = join(folder, name);
    const handle = await open(path, 'wx', mode);
    rememberTemporary(path);
    // The mask of the process takes rights from a new file that the old one had.
    if (old !== null) await handle.chmod(mode);
    return { handle, path };
  };
  try {
    return await openIn(dirname(target));
  } catch (error) {
    if (old === null || !NO_REPLACING.includes(codeOf(error))) throw error;
    return openIn(tmpdir());
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
