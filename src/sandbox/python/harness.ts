/** Deepest recursion of a check: well within what the stack of the process bears. */
const RECURSION_LIMIT = 600;

/**
 * Runs inside Pyodide before any check: loads what checks commonly import, takes away the ways to the interpreter's own
 * host, and defines `shut`, `load`, `prepare` and `call`, which take and return text. What a check does to any of it is undone
 * before the next check, for the memory is put back.
 */
export const PYTHON_HARNESS = `
def _make_harness():
    import builtins, io, json, marshal, os, random, sys, time, types, warnings
    # Loaded once here, so that no call pays for it.
    import _strptime, bisect, collections, copy, dataclasses, datetime, decimal, difflib, enum, fractions, functools
    import heapq, itertools, math, operator, re, statistics, string, textwrap, typing, unicodedata

    def refuse(name):
        def refused(*args, **kwargs):
            raise PermissionError(name + ' is not available to a check')
        return refused

    posix = sys.modules['posix']
    for name in ('system', 'kill', 'killpg', 'fork', 'execv', 'execve', 'abort', '_exit'):
        for module in (os, posix):
            if hasattr(module, name):
                setattr(module, name, refuse('os.' + name))
    time.sleep = refuse('time.sleep')
    os.environ.clear()
    random.seed(0)
    warnings.simplefilter('ignore')
    sys.argv[:] = ['check']
    sys.setrecursionlimit(${RECURSION_LIMIT})

    limits = {}
    state = {'data': marshal.dumps(None), 'code': None, 'name': None}

    class Output(io.TextIOBase):
        def __init__(self):
            self.parts = []
            self.room = limits['output']
        def writable(self):
            return True
        def write(self, text):
            if self.room > 0:
                kept = text[:self.room]
                self.room -= len(kept)
                self.parts.append(kept)
            return len(text)

    def named(value):
        if value is None:
            return 'nothing (None)'
        kind = type(value).__name__
        return ('an ' if kind[0] in 'aeiou' else 'a ') + kind

    def failure(reason, message, line=None):
        return {'reason': reason, 'message': message[:2000], 'line': line}

    def failure_of(error, reason):
        line = error.lineno if isinstance(error, SyntaxError) and error.filename == '<check>' else None
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == '<check>':
                line = trace.tb_lineno
            trace = trace.tb_next
        if isinstance(error, MemoryError):
            return failure('memory', 'out of memory', line)
        try:
            said = str(error.msg if isinstance(error, SyntaxError) else error)
        except Exception:
            said = ''
        name = type(error).__name__
        return failure(reason, name + ': ' + said if said else name, line)

    def shut(max_result_chars, max_output_chars):
        limits.update(result=max_result_chars, output=max_output_chars)
        # Pyodide needs these to start from a snapshot, so they go last.
        for name in ['js', 'pyodide', 'pyodide_js', '_pyodide', '_pyodide_core', *sys.modules]:
            if name.split('.')[0] in ('js', 'pyodide', 'pyodide_js', '_pyodide', '_pyodide_core'):
                sys.modules[name] = None
        for finder in sys.meta_path:
            getattr(finder, 'jsproxies', {}).clear()
        sys.meta_path[:] = [finder for finder in sys.meta_path if 'Js' not in type(finder).__name__]
        return ''

    def load(text):
        try:
            state['data'] = marshal.dumps(json.loads(text))
            return ''
        except BaseException as error:
            return json.dumps(failure_of(error, 'exception'))

    def prepare(source, name, compiled):
        # Gives the compiled program, to be given back here after the memory was put back: compiling takes longer than calling.
        try:
            state['name'] = name or None
            if compiled:
                state['code'] = marshal.loads(compiled.encode('latin-1'))
                return ''
            state['code'] = compile(source, '<check>', 'exec', dont_inherit=True)
            return marshal.dumps(state['code']).decode('latin-1')
        except BaseException as error:
            return json.dumps(failure_of(error, 'compile'))

    def function_in(module):
        space = vars(module)
        wanted = state['name']
        if wanted is not None or callable(space.get('check')):
            return space.get(wanted or 'check')
        own = [value for value in space.values() if isinstance(value, types.FunctionType) and value.__module__ == 'check']
        return own[-1] if own else None

    def answer(position):
        module = types.ModuleType('check')
        sys.modules['check'] = module
        try:
            exec(state['code'], vars(module))
            function = function_in(module)
        except BaseException as error:
            return failure_of(error, 'compile' if isinstance(error, SyntaxError) else 'exception')
        if not callable(function):
            wanted = state['name'] or 'check'
            return failure('compile', 'the source declares no function ' + wanted + '(trajectory, current_step_index)')
        try:
            code = getattr(function, '__code__', None)
            takes_one = code is not None and code.co_argcount == 1 and not code.co_flags & 4
            trajectory = marshal.loads(state['data'])
            value = function(trajectory) if takes_one else function(trajectory, position)
        except BaseException as error:
            return failure_of(error, 'exception')
        if type(value) is not bool and type(value) is not dict:
            return failure('bad-return', 'got ' + named(value))
        try:
            text = json.dumps(value, allow_nan=False)
        except BaseException as error:
            return failure('bad-return', 'the answer is not JSON: ' + failure_of(error, 'exception')['message'])
        if len(text) > limits['result']:
            return failure('bad-return', 'the answer is ' + str(len(text)) + ' characters, more than ' + str(limits['result']))
        return {'json': text}

    def call(position):
        output = Output()
        sys.stdout = sys.stderr = output
        given = answer(None if position < 0 else position)
        return json.dumps({'answer': given, 'output': ''.join(output.parts)})

    return shut, load, prepare, call

shut, load, prepare, call = _make_harness()
`;
