import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { activityTexts } from '#domain/texts/activity.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Recorded without a clinic, so that no clinic reads about them: a person's own picture, and the operator's work. */
const ofNoClinic = new Set<string>([
  'avatar.changed',
  'avatar.removed',
  'operator.job_retried',
  'operator.viewed_clinics',
])

/** Every action that the code records, and the files that do; the auth service's belong to no clinic. */
function auditedActions(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const files = globSync(['db/migrations/*.sql', 'server/**/*.ts'], { cwd: root })
  for (const file of files.filter((each) => !each.endsWith('.test.ts'))) {
    const code = readFileSync(`${root}${file}`, 'utf8')
    for (const { index } of code.matchAll(/\b(?:record_audit|write_audit|audit)\(/g)) {
      for (const [, action = ''] of argumentsFrom(code, index).matchAll(/'([a-z_]+\.[a-z_]+)'/g)) {
        if (!action.startsWith('auth.')) found.set(action, [...(found.get(action) ?? []), file])
      }
    }
  }
  return found
}

/** What stands between the parentheses of the call at `index`. */
function argumentsFrom(code: string, index: number): string {
  const start = code.indexOf('(', index)
  let depth = 0
  for (let at = start; at < code.length; at += 1) {
    if (code[at] === '(') depth += 1
    if (code[at] === ')') depth -= 1
    if (depth === 0) return code.slice(start, at)
  }
  return ''
}

const actions = auditedActions()

test('the search finds actions of the code and of the schema', () => {
  expect([...actions.keys()]).toEqual(
    expect.arrayContaining(['clinic.created', 'membership.requested', 'sso_provider.enabled']),
  )
})

test('every action that is recorded about a clinic has plain words (domain/texts/activity.ts)', () => {
  const missing = [...actions].filter(
    ([action]) => !ofNoClinic.has(action) && !(action in activityTexts.actions),
  )
  expect(Object.fromEntries(missing)).toEqual({})
})
