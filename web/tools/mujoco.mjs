// MuJoCo's browser build among the page's files. As it comes, it writes code at run time, which the
// page's content security policy forbids; here it calls functions instead.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MUJOCO = dirname(fileURLToPath(import.meta.resolve('@mujoco/mujoco')))
const SCRIPT = 'mujoco.mjs'
const WASM = 'mujoco.wasm'

const NOTICE = '// MuJoCo, Apache License 2.0; changed: it makes no functions of texts.\n'

/** Each line that makes a function of a text, and the same function as it is. */
const INSTEAD = [
  [
    'var invokerFn = new Function(...args, invokerFnBody)(...closureArgs);',
    `var first = isClassMethodFunc ? 1 : 2;
      var invokerFn = function (...given) {
        checkArgCount(given.length, minArgs, expectedArgCount, humanName, throwBindingError);
        var destructors = needsDestructorStack ? [] : null;
        var wired = [];
        if (isClassMethodFunc) wired.push(argTypes[1]['toWireType'](destructors, this));
        for (var i = 0; i < expectedArgCount; i++) {
          wired.push(argTypes[i + 2]['toWireType'](destructors, given[i]));
        }
        var rv = cppInvokerFunc(cppTargetFunc, ...wired);
        if (needsDestructorStack) runDestructors(destructors);
        else for (var i = 0; i < wired.length; i++) {
          var destroy = argTypes[i + first].destructorFunction;
          if (destroy !== null) destroy(wired[i]);
        }
        if (returns) return argTypes[0]['fromWireType'](rv);
      };`,
  ],
  [
    'let [args, invokerFnBody] = createJsInvoker(argTypes, isClassMethodFunc, returns, isAsync);',
    '',
  ],
  [
    'var invokerFunction = new Function(...params, functionBody)(...args);',
    `var invokerFunction = function (obj, func, destructorsRef, from) {
        var read = [];
        for (var type of types) {
          read.push(type.readValueFromPointer(from));
          from += type.argPackAdvance;
        }
        var rv = kind === 1 ? new func(...read) : kind === 0 ? func.call(obj, ...read) : func.call(...read);
        if (!retType.isVoid) return emval_returnValue(retType, destructorsRef, rv);
      };`,
  ],
]

/** MuJoCo's script; an unknown one is refused. */
function withoutEval(source) {
  let changed = source
  for (const [before, after] of INSTEAD) {
    if (changed.split(before).length !== 2) throw new Error(`MuJoCo's script has no: ${before}`)
    changed = changed.replace(before, () => after)
  }
  if (/new Function\(|\beval\(/.test(changed)) throw new Error("MuJoCo's script makes code")
  return NOTICE + changed
}

export function copyMujoco(folder) {
  const source = readFileSync(join(MUJOCO, 'mujoco.js'), 'utf8')
  writeFileSync(join(folder, SCRIPT), withoutEval(source))
  copyFileSync(join(MUJOCO, WASM), join(folder, WASM))
}
