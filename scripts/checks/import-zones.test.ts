import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findMutualImports, findZoneViolations, forbidden, typesForWeb } from './import-zones.ts'

describe('import zones', () => {
  it('go one way in the whole repository', () => {
    expect(findZoneViolations()).toEqual([])
  })

  it.each([
    ['domain/plans/plans.ts', 'server/platform/log.ts'],
    ['web/routes/portal/home.tsx', 'web/routes/clinic/today.tsx'],
    ['web/lib/client.ts', 'web/components/clinic/logo.tsx'],
    ['web/features/plans/plan-card.tsx', 'web/features/money/receipt.tsx'],
    ['web/routes/access/login.tsx', 'server/auth/password.ts'],
    ['web/features/plans/queries.ts', 'db/rows.generated.ts'],
    ['web/lib/fetch/api.ts', 'db/types.generated.ts'],
    ['web/lib/fetch/api.ts', 'server/features.ts'],
    ['web/features/plans/queries.ts', 'server/features.ts'],
    ['server/platform/mail/mail.ts', 'server/emails/layout.ts'],
    ['server/auth/signup.ts', 'server/features/clinics/create-clinic.ts'],
    ['server/features/plans/save-plan.ts', 'server/features/members/queries.ts'],
    ['server/features/plans/save-plan.ts', 'sandbox/stripe/index.ts'],
    ['sandbox/stripe/index.ts', 'server/platform/clock.ts'],
    ['server/rest/respond/respond.ts', 'testing/database/database.ts'],
    ['server/main.ts', 'conformance/rest/serve.ts'],
    ['server/rest/rest-api.ts', 'conformance/rest/role-database.ts'],
    ['bench/rows.ts', 'conformance/rest/role-database.ts'],
    ['sandbox/stripe/sandbox.ts', 'conformance/auth/world.ts'],
    ['server/features/plans/save-plan.ts', 'server/auth/accounts/accounts.ts'],
    ['server/emails/layout.ts', 'server/auth/redirects/redirects.ts'],
    ['server/platform/rate-limits.ts', 'server/auth/sessions/device.ts'],
    ['server/auth/errors.ts', 'server/auth/passwords/policy.ts'],
    ['server/auth/hooks/hooks.ts', 'server/auth/context/auth.ts'],
    ['server/auth/sessions/sessions.ts', 'server/auth/factors/factors.ts'],
    ['server/auth/people/users.ts', 'server/auth/service.ts'],
    ['server/auth/a-new-folder/thing.ts', 'server/auth/errors.ts'],
  ])('keep %s from importing %s', (from, to) => {
    expect(forbidden(from, to)).toBeTypeOf('string')
  })

  it.each([
    ['server/features/plans/save-plan.ts', 'server/clinic/action.ts'],
    [
      'server/features/invitations/invite-patient.ts',
      'server/features/memberships/joining/activate-membership.ts',
    ],
    ['server/main.ts', 'sandbox/stripe/index.ts'],
    ['server/rest/respond/respond.test.ts', 'testing/database/database.ts'],
    ['web/features/plans/plan-card.tsx', 'domain/plans/plans.ts'],
    ['web/lib/fetch/api.ts', 'db/rows.generated.ts'],
    ['web/lib/fetch/actions.ts', 'server/features.ts'],
    ['server/rest/tests/library.ts', 'conformance/rest/role-database.ts'],
    ['conformance/rest/serve.ts', 'conformance/rest/role-database.ts'],
    ['scripts/check.ts', 'conformance/auth/run.ts'],
    ['server/main.ts', 'server/auth/service.ts'],
    ['server/auth/service.ts', 'server/auth/routes.ts'],
    ['server/auth/factors/step-up.ts', 'server/auth/sessions/sessions.ts'],
    ['server/auth/people/users.ts', 'server/auth/people/user-creation.ts'],
    ['server/auth/people/users.ts', 'server/auth/rows.ts'],
  ])('let %s import %s', (from, to) => {
    expect(forbidden(from, to)).toBeNull()
  })
})

it.each(Object.entries(typesForWeb))('%s imports nothing but types from %s', (from, to) => {
  const source = readFileSync(new URL(`../../${from}`, import.meta.url), 'utf8')
  const imports = source.match(new RegExp(`^(import|export).* from '#${to}'$`, 'gm'))
  expect(imports).toEqual([expect.stringMatching(/^import type /)])
})

it.each(['domain', 'server/auth', 'server/features', 'server/platform', 'server/rest', 'web/features'])(
  'no two folders of %s import each other',
  (parent) => {
    expect(findMutualImports(parent)).toEqual([])
  },
)
