import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { activityTexts } from '#domain/texts/activity.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Audited without a clinic, so that no clinic reads them: a user's own picture and the operator's work. */
const ofNoClinic = new Set<string>([
  'avatar.changed',
  'avatar.removed',
  'operator.job_retried',
  'operator.viewed_clinics',
])

/** Each audited action and the files that record it. The auth service's actions have no clinic. */
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

test('every action audited for a clinic has a plain description (domain/texts/activity.ts)', () => {
  const missing = [...actions].filter(
    ([action]) => !ofNoClinic.has(action) && !(action in activityTexts.actions),
  )
  expect(Object.fromEntries(missing)).toEqual({})
})
