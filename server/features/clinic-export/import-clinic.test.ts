import { createHash } from 'node:crypto'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ClinicManifest } from '#domain/clinic-export/clinic-export.ts'
import { makeSigningKey } from '#server/auth/keys/key-file.ts'
import { parseSigningKeys } from '#server/auth/keys/signing-keys.ts'
import { documentSignatures } from '#server/auth/tokens/document-signatures.ts'
import { audit } from '#server/clinic/audit.ts'
import { openOtherInstallation } from '#testing/database/database.ts'
import type { TestServices } from '#testing/database/services.ts'
import { setUpClinic } from '#testing/set-up.ts'
import type { TestClinic } from '#testing/sign-in/people.ts'
import { type ClaimChoices, claimsOf } from './archive-claims.ts'
import { exportClinic } from './export-clinic.ts'
import { importClinic, UnconfirmedArchive } from './import-clinic.ts'
import { readArchive } from './read-archive.ts'

// An archive that this installation has not signed is untrusted (docs/threats.md T85).

const all = (choice: 'accept' | 'default'): ClaimChoices => ({
  tier: choice,
  rate: choice,
  trail: choice,
  address: choice,
})

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' })
await test.services.transactions.withSystem('test', (tx) =>
  audit(tx, 'clinic.profile_updated', { type: 'clinic', id: clinic.id }, {}, clinic.id),
)
const genuine = await exported(test, clinic)

let target: Awaited<ReturnType<typeof anEmptyInstallation>>
beforeEach(async () => {
  target = await anEmptyInstallation()
  return () => target.close()
})

describe('an archive of this installation', () => {
  it('is imported without a question, and audited', async () => {
    const done = await target.import(genuine)
    expect(done).toMatchObject({ clinicId: clinic.id, subdomain: clinic.subdomain })
    expect(await target.billing()).toEqual([{ tier: 'free', rate_bps: 1200, subscription_status: null }])
    expect(await target.trail()).toMatchObject([
      { action: 'clinic.profile_updated' },
      { action: 'clinic.imported', details: { origin: 'signed' } },
    ])
  })

  it('may get the default address where its own is in use', async () => {
    await target.query(`insert into public.clinics (name, subdomain) values ('Other', '${clinic.subdomain}')`)
    await expect(target.import(genuine)).rejects.toThrow('has the address')
    const { subdomain } = await target.import(genuine, { address: 'default' })
    expect(subdomain).toBe(`clinic-${clinic.id.replaceAll('-', '').slice(0, 12)}`)
    expect(await target.query(`select subdomain from public.clinics where id = '${clinic.id}'`)).toEqual([
      { subdomain },
    ])
  })

  it('does not get an address that another clinic gave up within 180 days', async () => {
    const [other] = await target.query<{ id: string }>(
      `insert into public.clinics (name, subdomain) values ('Other', 'other-one') returning id`,
    )
    await target.query(
      `insert into public.released_subdomains values ('${clinic.subdomain}', '${other?.id}', '2026-01-10T00:00:00Z')`,
    )
    await expect(target.import(genuine)).rejects.toThrow('has the address')
  })

  it('names the end of the former chain in the trail, so that the new chain contains it', async () => {
    await test.db.asOwner('select app.seal_audit_log($1, 1000)', [clinic.id])
    const [end] = await test.db.asOwner<{ chainPosition: number; chainHash: string }>(
      `select position::int as "chainPosition", encode(hash, 'hex') as "chainHash" from app.audit_heads where clinic_id = $1`,
      [clinic.id],
    )
    expect(end?.chainPosition).toBeGreaterThan(0)
    await target.import(await exported(test, clinic))
    expect((await target.trail()).at(-1)).toMatchObject({ action: 'clinic.imported', details: { ...end } })
  })

  it('retains the order of the trail, of which many rows are written in one millisecond', async () => {
    const subjects = Array.from({ length: 6 }, (_, place) => `subject-${place}`)
    for (const id of subjects)
      await test.services.transactions.withSystem('test', (tx) =>
        audit(tx, 'clinic.profile_updated', { type: 'clinic', id }, {}, clinic.id),
      )
    // the sequence's part of an id begins again between them
    await target.query(`select setval('app.audit_log_id_seq', 8188)`)
    await target.import(await exported(test, clinic))
    const rows = await target.query(
      `select subject_id from app.audit_log where subject_id like 'subject-%' order by id`,
    )
    expect(rows.map(({ subject_id }) => subject_id)).toEqual(subjects)
  })
})

/** Changes that favor a clinic; the changed file's checksum matches. */
const tamperings: [name: string, path: string, change: (row: Row) => Row | null, claim: string][] = [
  ['no commission', 'public.clinic_billing', (row) => ({ ...row, rate_bps: 0 }), 'rate: 0%'],
  [
    'the largest tier',
    'public.clinic_billing',
    (row) => ({
      ...row,
      tier: 'enterprise',
      subscription_status: 'active',
      current_period_start: '2026-03-01T00:00:00+00:00',
      current_period_end: '2036-03-01T00:00:00+00:00',
    }),
    'tier: enterprise, active, paid until Mar 1, 2036',
  ],
  ['an empty trail', 'app.audit_log', () => null, 'trail: no record'],
  ['another address', 'public.clinics', (row) => ({ ...row, subdomain: 'harbor' }), 'address: harbor'],
]

describe.each(tamperings)('an archive with %s', (_name, table, change, claim) => {
  it('is not imported until the operator has decided each claim', async () => {
    const archive = resealed(table, change)
    const refusal = await target.import(archive).catch((error: Error) => error)
    expect(refusal).toBeInstanceOf(UnconfirmedArchive)
    expect((refusal as Error).message).toContain(`- ${claim} (default: `)
    const { tier: _open, ...others } = all('accept')
    await expect(target.import(archive, others)).rejects.toThrow(/tier: .* \(default: free\)/)
    expect(await target.query('select count(*)::int as n from public.clinics')).toEqual([{ n: 0 }])
  })

  it('is imported with the defaults of a new clinic if the operator says so', async () => {
    const { subdomain } = await target.import(resealed(table, change), all('default'))
    expect(subdomain).toMatch(/^clinic-[0-9a-f]{12}$/)
    expect(await target.billing()).toEqual([{ tier: 'free', rate_bps: 1200, subscription_status: null }])
    expect(await target.trail()).toEqual([
      { action: 'clinic.imported', details: { origin: 'foreign', ...all('default') } },
    ])
  })

  it('is imported unchanged if the operator accepts it', async () => {
    await target.import(resealed(table, change), all('accept'))
    const rows = await target.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table} t where ${table === 'public.clinics' ? 'id' : 'clinic_id'} = '${clinic.id}'`,
    )
    const wanted = linesOf(resealed(table, change), table).map((line) => JSON.parse(line))
    const own = rows.map(({ row }) => JSON.parse(row)).filter(({ action }) => action !== 'clinic.imported')
    expect(own.length).toBe(wanted.length)
    for (const [at, row] of wanted.entries()) {
      for (const column of ['tier', 'rate_bps', 'subdomain', 'action'])
        expect(own[at]?.[column], column).toEqual(row[column])
    }
  })
})

describe('a signature', () => {
  it('that was left out makes an archive foreign', async () => {
    const { 'manifest.json.jws': _signature, ...unsigned } = genuine
    await expect(target.import(unsigned)).rejects.toThrow(UnconfirmedArchive)
    await target.import(unsigned, all('accept'))
    expect(await target.trail()).toMatchObject([
      { action: 'clinic.profile_updated' },
      { action: 'clinic.imported', details: { origin: 'foreign' } },
    ])
  })

  it('of another manifest makes an archive foreign', async () => {
    test.clock.advance('P1D')
    const later = await exported(test, clinic)
    const swapped = { ...genuine, 'manifest.json.jws': later['manifest.json.jws'] ?? new Uint8Array() }
    await expect(target.import(swapped)).rejects.toThrow(UnconfirmedArchive)
  })

  it('of another installation makes an archive foreign', async () => {
    const other = documentSignatures(parseSigningKeys(JSON.stringify({ keys: [makeSigningKey()] })))
    const signature = await other.sign('carefold-archive', genuine['manifest.json'] ?? new Uint8Array())
    await expect(target.import({ ...genuine, 'manifest.json.jws': strToU8(signature) })).rejects.toThrow(
      UnconfirmedArchive,
    )
  })

  it('of another kind of document makes an archive foreign', async () => {
    const manifest = genuine['manifest.json'] ?? new Uint8Array()
    const signature = await test.services.signatures.sign('carefold-other', manifest)
    await expect(target.import({ ...genuine, 'manifest.json.jws': strToU8(signature) })).rejects.toThrow(
      UnconfirmedArchive,
    )
  })
})

it.each(['www', 'admin', 'xn--abc', 'a'])('the address %s cannot be accepted', async (subdomain) => {
  const archive = resealed('public.clinics', (row) => ({ ...row, subdomain }))
  await expect(target.import(archive, all('accept'))).rejects.toThrow('reserved or invalid')
  await target.import(archive, { ...all('accept'), address: 'default' })
  expect(await target.query('select count(*)::int as n from public.clinics')).toEqual([{ n: 1 }])
})

it('flat fees, paid spans of a tier and former addresses are part of the claims', async () => {
  const trail = ['2026-03-09T10:00:00+00:00', '2026-01-02T10:00:00+00:00']
  const archive = withRows(
    withRows(
      withRows(withTrail(trail), 'public.fee_agreements', [
        { policy: 'flat_month', fee_cents: 100, from_month: '2026-01', agreed_at: '2026-01-01T00:00:00Z' },
      ]),
      'public.released_subdomains',
      [{ subdomain: 'harbor', released_at: '2026-03-01T00:00:00Z' }],
    ),
    'public.tier_subscriptions',
    [{ started_at: '2026-01-01T00:00:00Z', ended_at: null, stripe_subscription: 'sub_forged' }],
  )
  const claims = claimsOf(readArchive(zipSync(archive), test.services.signatures))
  expect(claims.map(({ name, says }) => `${name}: ${says}`)).toEqual([
    'tier: free, 1 times subscribed',
    'rate: 12%, $1.00 per month from 2026-01',
    'trail: 2 records, Jan 2, 2026 to Mar 9, 2026',
    `address: ${clinic.subdomain}, formerly harbor`,
  ])
  await target.import(archive, all('default'))
  for (const table of ['fee_agreements', 'released_subdomains', 'tier_subscriptions'])
    expect(await target.query(`select count(*)::int as n from public.${table}`), table).toEqual([{ n: 0 }])
})

it('an archive cannot write to the operator’s terminal', () => {
  const archive = resealed('public.clinic_billing', (row) => ({ ...row, tier: 'free\u001b[2J\r\nrate: 12%' }))
  const [tier] = claimsOf(readArchive(zipSync(archive), test.services.signatures))
  expect(tier?.says).toBe('free [2J rate: 12%')
})

type Row = Record<string, unknown>

async function exported(from: TestServices, of: TestClinic): Promise<Record<string, Uint8Array>> {
  const answer = (await exportClinic.call(from.services, of.admin.caller(), {})) as Response
  return unzipSync(new Uint8Array(await answer.arrayBuffer()))
}

const linesOf = (files: Record<string, Uint8Array>, table: string) =>
  Buffer.from(files[`json/${table}.jsonl`] ?? [])
    .toString()
    .split('\n')
    .slice(0, -1)

/** The genuine archive and signature with changed rows of a table; null leaves the row out. */
function resealed(table: string, change: (row: Row) => Row | null): Record<string, Uint8Array> {
  const rows = linesOf(genuine, table).flatMap((line): Row[] => {
    const row = change(JSON.parse(line))
    return row ? [row] : []
  })
  return withLines(genuine, table, rows)
}

const withRows = (files: Record<string, Uint8Array>, table: string, rows: Row[]) =>
  withLines(
    files,
    table,
    rows.map((row) => ({ clinic_id: clinic.id, ...row })),
  )

function asPostgres(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(asPostgres).join(', ')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  return `{${Object.entries(value)
    .map(([name, of]) => `${JSON.stringify(name)}: ${asPostgres(of)}`)
    .join(', ')}}`
}

const withTrail = (instants: string[]) =>
  withRows(
    genuine,
    'app.audit_log',
    instants.map((occurred_at) => ({ occurred_at })),
  )

function withLines(files: Record<string, Uint8Array>, table: string, rows: Row[]) {
  const path = `json/${table}.jsonl`
  const bytes = strToU8(rows.map((row) => `${asPostgres(row)}\n`).join(''))
  const manifest: ClinicManifest = JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString())
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  manifest.files[path] = { rows: rows.length, bytes: bytes.length, sha256 }
  return { ...files, [path]: bytes, 'manifest.json': strToU8(JSON.stringify(manifest)) }
}

async function anEmptyInstallation() {
  const database = await openOtherInstallation()
  const query = async <T extends Row>(text: string) => (await database.pool.query<T>(text)).rows
  return {
    query,
    import: async (files: Record<string, Uint8Array>, choices: ClaimChoices = {}) => {
      const archive = readArchive(zipSync(files), test.services.signatures)
      const options = { store: test.services.files.store, now: new Date('2026-03-10T15:00:00Z'), choices }
      return database.kysely.transaction().execute((tx) => importClinic(tx, archive, options))
    },
    billing: () =>
      query(
        `select tier, rate_bps, subscription_status from public.clinic_billing where clinic_id = '${clinic.id}'`,
      ),
    trail: () =>
      query(`select action, details from app.audit_log where clinic_id = '${clinic.id}'
               and action in ('clinic.profile_updated', 'clinic.imported') order by id`),
    close: () => database.close(),
  }
}
