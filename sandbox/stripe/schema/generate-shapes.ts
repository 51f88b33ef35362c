import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { declared, membersOf, resolved, type SdkType } from './declarations.ts'
import { sdkObjects } from './objects.ts'

/**
 * Every required field of each object, with its empty value (docs/payments.md rule 4).
 *
 * @returns Stripe's `object` name -> field -> null, false, 0, '', [], {} or a nested shape
 */
function emptyShapes(): Record<string, Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(sdkObjects).map(([object, [file, name]]) => [
      object,
      emptyValue(declared(file, name)) as Record<string, unknown>,
    ]),
  )
}

function emptyValue(type: SdkType): unknown {
  const is = resolved(type)
  switch (is.kind) {
    case 'literal':
      return is.value
    case 'array':
      return []
    case 'union': {
      const options = is.of.map(resolved)
      if (options.some((option) => option.kind === 'primitive' && option.name === 'null')) return null
      return emptyValue(options[0] as SdkType)
    }
    case 'object':
      return Object.fromEntries(
        membersOf(is)
          .filter((member) => !member.optional)
          .map((member) => [member.name, emptyValue(member.type)]),
      )
    case 'primitive':
      return { string: '', number: 0, boolean: false }[is.name] ?? null
    case 'reference':
      return null
  }
}

/** The text of `shapes.generated.ts`, one object per line, so that a change of the SDK shows in a diff. */
export function shapesModule(): string {
  const lines = Object.entries(emptyShapes()).map(
    ([name, shape]) => `  '${name}': ${JSON.stringify(shape)},\n`,
  )
  return (
    '// Generated from the Stripe SDK by `node sandbox/stripe/schema/generate-shapes.ts`. Do not edit.\n\n' +
    '/** Every required field of each object with its empty value. */\n' +
    `export const shapes: Record<string, Record<string, unknown>> = {\n${lines.join('')}}\n`
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(new URL('./shapes.generated.ts', import.meta.url), shapesModule())
}
