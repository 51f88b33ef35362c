// The roles that may call each procedure by rpc (docs/threats.md T1, T3). Its result is tested with the procedure.
import { expect, it } from 'vitest'
import { setUpDatabase } from '#testing/set-up.ts'

const db = await setUpDatabase()

const signedIn = ['authenticated', 'clinic_admin', 'clinic_patient', 'clinic_staff']

/** Every procedure of the exposed schema; a new one fails until it is listed here. */
const expectations: Record<string, string[]> = {
  // server/features/audit/reading-the-trail.test.ts
  'audit_log_for_me(bigint,integer)': signedIn,
  // db/tests/memberships/get-users-by-ids.test.ts
  'get_users_by_ids(uuid[])': signedIn,
  // db/tests/account.test.ts
  'sign_ins_for_me(bigint,integer)': signedIn,
  // db/tests/preferences.test.ts
  'texts_stopped_for_me()': ['clinic_patient'],
  'email_gone_for_me()': ['clinic_patient'],
}

it('every procedure can be called by the listed roles and by no other', async () => {
  const rows = await db.asOwner<{ procedure: string; role: string | null }>(`
    select p.oid::regprocedure::text as procedure, r.rolname as role
      from pg_proc p left join pg_depend d on d.objid = p.oid and d.deptype = 'e'
      left join lateral aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a on a.grantee <> p.proowner
      left join pg_roles r on r.oid = a.grantee
     where p.pronamespace = 'public'::regnamespace and d.objid is null and p.prorettype <> 'trigger'::regtype
     order by 1, 2`)
  const found = Object.fromEntries(
    [...Map.groupBy(rows, ({ procedure }) => procedure)].map(([procedure, grants]) => [
      procedure,
      grants.flatMap(({ role }) => role ?? []),
    ]),
  )
  expect(found).toEqual(expectations)
})
