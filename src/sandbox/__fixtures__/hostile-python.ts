import type { HostileProgram } from './hostile-program.ts';

const STOPPED = ['timeout', 'memory'] as const;
const THROWS = ['exception'] as const;
const BREAKS = ['exception', 'crashed'] as const;

const check = (...lines: readonly string[]): string =>
  ['def check(trajectory, current_step_index):', ...lines.map((line) => `    ${line}`)].join('\n');

/** What a check finds when it goes past the harness: objects of the host of its interpreter. */
const HOST_OBJECTS = [
  'import gc, importlib.machinery, _imp',
  'core = _imp.create_builtin(importlib.machinery.ModuleSpec("_pyodide_core", None))',
  'array = core.to_js([])',
];

/** Programs that were seen to break, or get out of, some sandbox or other. */
export const HOSTILE_PYTHON: Readonly<Record<string, HostileProgram>> = {
  'endless loop': { source: check('while True: pass'), ends: ['timeout'] },
  'endless loop that catches everything': {
    source: check('while True:', '    try:', '        while True: pass', '    except BaseException: pass'),
    ends: ['timeout'],
  },
  'catches the end and answers': {
    source: check('try:', '    while True: pass', 'except BaseException: pass', 'return True'),
    ends: ['timeout'],
  },
  'endless loop while it is loaded': { source: 'while True: pass', ends: ['timeout'] },
  'lists for ever': { source: check('a = []', 'while True: a.append([0] * 100000)'), ends: STOPPED },
  'strings for ever': { source: check('a = []', 'while True: a.append("x" * 1000000 + str(len(a)))'), ends: STOPPED },
  'one huge bytes': { source: check('return len(bytes(10 ** 9)) > 0'), ends: ['memory'] },
  'out of memory, caught, again': {
    source: check('a = []', 'while True:', '    try:', '        while True: a.append(bytearray(10 ** 6))', '    except MemoryError: pass'),
    ends: STOPPED,
  },
  'a number of a billion digits': { source: check('return 9 ** 9 ** 9 > 0'), ends: STOPPED },
  'numbers squared for ever': { source: check('x = 2', 'while True: x = x * x'), ends: STOPPED },
  'deep recursion': { source: check('return check(trajectory, current_step_index)'), ends: BREAKS },
  'json.loads, 100,000 deep': { source: `import json\n${check('return json.loads("[" * 100000) is None')}`, ends: BREAKS },
  'an answer 20,000 deep': {
    source: check('a = []', 'for _ in range(20000): a = [a]', 'return {"holds": True, "evidence": a}'),
    ends: ['bad-return', 'crashed'],
  },
  'an answer of 50 MB': { source: check('return {"holds": False, "message": "x" * 50000000}'), ends: ['bad-return', ...STOPPED] },
  '100 MB printed': { source: check('print("x" * 100000000)', 'return True'), ends: ['holds', ...STOPPED] },
  'catastrophic pattern': { source: `import re\n${check('return re.match("(a+)+$", "a" * 40 + "!") is None')}`, ends: ['timeout'] },
  'sort with a key for ever': { source: check('while True: sorted(range(100000), key=lambda x: -x)'), ends: ['timeout'] },
  'os.system': { source: `import os\n${check('return os.system("id") >= 0')}`, ends: BREAKS },
  'os.system, past the harness': {
    source: check(
      'import sys, importlib.machinery, _imp',
      'sys.modules.pop("posix")',
      'posix = _imp.create_builtin(importlib.machinery.ModuleSpec("posix", None))',
      'return posix.system("id") >= 0',
    ),
    ends: BREAKS,
  },
  subprocess: { source: `import subprocess\n${check('return subprocess.run(["id"]).returncode == 0')}`, ends: BREAKS },
  'open a file of the host': { source: check('return open("/etc/passwd").read() != ""'), ends: THROWS },
  'write a file': { source: check('open("/tmp/left", "w").write("x")', 'return True'), ends: THROWS },
  'change the standard library': {
    source: check('import sys', 'archive = [p for p in sys.path if p.endswith("zip")][0]', 'f = open(archive, "r+b", buffering=0)', 'f.write(b"x")', 'return True'),
    ends: THROWS,
  },
  'mount the host’s files': {
    source: check(
      ...HOST_OBJECTS,
      'api = [o.jsproxies for o in gc.get_objects() if type(o).__name__ == "JsFinder"][0]["pyodide_js"]',
      'api.mountNodeFS("/mnt", "/etc")',
      'return open("/mnt/passwd").read() != ""',
    ),
    ends: BREAKS,
  },
  'a socket': {
    source: `import socket\n${check('socket.create_connection(("127.0.0.1", PORT), 1)', 'return True')}`,
    ends: BREAKS,
  },
  'a web page': {
    source: `import urllib.request\n${check('return urllib.request.urlopen("http://127.0.0.1:PORT/").status == 200')}`,
    ends: BREAKS,
  },
  'import js': { source: `import js\n${check('return js.process.pid > 0')}`, ends: THROWS },
  'import pyodide_js': { source: check('import pyodide_js', 'return pyodide_js.version != ""'), ends: THROWS },
  'run JavaScript': { source: check('from pyodide.code import run_js', 'return run_js("process.pid") > 0'), ends: THROWS },
  'constructor of a JavaScript array': {
    source: check(...HOST_OBJECTS, 'return array.constructor.constructor("return process.pid")() > 0'),
    ends: BREAKS,
  },
  'changes what JavaScript is made of': {
    source: check(...HOST_OBJECTS, 'array.constructor.prototype.push = None', 'return True'),
    ends: BREAKS,
  },
  'memory overwritten by ctypes': { source: `import ctypes\n${check('ctypes.memset(1024, 255, 20000000)', 'return True')}`, ends: ['timeout', ...BREAKS] },
  'sys.exit': { source: `import sys\n${check('sys.exit(0)')}`, ends: THROWS },
  'os._exit': { source: `import os\n${check('os._exit(0)')}`, ends: BREAKS },
  'os.kill': { source: `import os\n${check('os.kill(os.getppid(), 9)', 'return True')}`, ends: BREAKS },
  'a thread': { source: `import threading\n${check('threading.Thread(target=print).start()', 'return True')}`, ends: THROWS },
  'a sleep': { source: `import time\n${check('time.sleep(1000)', 'return True')}`, ends: ['exception', 'timeout'] },
  'builtins and modules changed': {
    source: `import builtins, sys, re\n${check(
      'builtins.len = lambda x: 42',
      'sys.modules["json"] = None',
      're.left = 1',
      'trajectory["evil"] = 1',
      'return len([]) == 42',
    )}`,
    ends: ['holds'],
  },
  'the environment': { source: `import os\n${check('return len(os.environ) <= 1')}`, ends: ['holds'] },
};

/** Holds where nothing that an earlier check did is left. */
export const CLEAN_PYTHON = `import builtins, json, os, re, sys
${check(
  'return (len([]) == 0 and json.loads("1") == 1 and not hasattr(re, "left") and os.listdir("/tmp") == []',
  '    and "evil" not in trajectory and trajectory["steps"][current_step_index]["position"] == 0)',
)}`;
