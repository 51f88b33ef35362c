import { describe, expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'
import { catalogChecks } from './catalog-checks.ts'
import { billingChecks } from './memberships/billing-checks.ts'
import { triggerChecks } from './trigger-checks.ts'

const db = await setUpDatabase()

describe.each([...catalogChecks, ...billingChecks, ...triggerChecks])(
  '$rule',
  ({ sql, unsafe, offender }) => {
    const found = async () => (await db.asOwner<{ found: string }>(sql)).map((row) => row.found)

    it('holds in the whole schema', async () => {
      expect(await found()).toEqual([])
    })

    it('fails for something new that breaks it', async () => {
      await db.asOwner('begin')
      try {
        for (const statement of unsafe.split(/;\s*/)) await db.asOwner(statement)
        expect(await found()).toContain(offender)
      } finally {
        await db.asOwner('rollback')
      }
    })
  },
)
