import { describe, expect, it } from 'vitest';
import { tellApart } from './format-source.ts';

const told = (...uris: string[]) => ({ ...tellApart(uris) });

describe('tellApart', () => {
  it('has nothing to say where the names differ, or the file is one', () => {
    expect(told('a/one.json', 'b/two.json', 'b/two.json')).toEqual({});
  });

  it('gives each file the shortest end that no other has', () => {
    expect(told('x/a/run.json', 'x/b/run.json', 'y/b/run.json', 'other.json')).toEqual({
      'x/a/run.json': 'a/run.json',
      'x/b/run.json': 'x/b/run.json',
      'y/b/run.json': 'y/b/run.json',
    });
    expect(told('run.json', 'a/run.json', '/a/run.json')).toEqual({
      'run.json': 'run.json',
      'a/run.json': 'a/run.json',
      '/a/run.json': '/a/run.json',
    });
    expect(told('C:\\a\\run.json', 'C:\\b\\run.json')).toEqual({
      'C:\\a\\run.json': 'a\\run.json',
      'C:\\b\\run.json': 'b\\run.json',
    });
  });

  it('keeps to names, whatever they are', () => {
    expect(told('a/__proto__', 'b/__proto__', '', '/')).toEqual({
      'a/__proto__': 'a/__proto__',
      'b/__proto__': 'b/__proto__',
    });
  });
});
