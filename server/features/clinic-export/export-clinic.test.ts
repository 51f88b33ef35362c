import { createHash } from 'node:crypto'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { SampleRows } from '#db/tests/tenant-escape/rows.ts'
import { readTables } from '#db/tests/tenant-escape/tables.ts'
import { makeWorld, type World } from '#db/tests/tenant-escape/world.ts'
import type { ClinicManifest } from '#domain/clinic-export/clinic-export.ts'
import type { ObjectStore } from '#server/platform/files/object-store.ts'
import { openOtherInstallation } from '#testing/database/database.ts'
import type { TestServices } from '#testing/database/services.ts'
import { setUpServices } from '#testing/set-up.ts'
import { exportClinic } from './export-clinic.ts'
import { staysHere } from './exported-tables.ts'
import { importClinic } from './import-clinic.ts'
import { readArchive } from './read-archive.ts'

// A full export imports again with equal checksums (docs/domain-rules.md goal 10). The clinic has rows of every table,
// from the tenant-escape matrix, so a new table is included.

const upload = Buffer.from('a page of a lesson')

interface Archive {
  zip: Uint8Array
  manifest: ClinicManifest
  files: Record<string, Uint8Array>
}

const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })
const world = await makeWorld(test.db)
await new SampleRows(test.db, world).create(await readTables(test.db))
await test.services.files.keep(test.services.transactions, {
  kind: 'content_page',
  clinicId: world.clinics.one.id,
  ownerId: world.clinics.one.admin.userId,
  name: 'page',
  mediaType: 'image/webp',
  width: 1,
  height: 1,
  bytes: upload,
})
const first = await exported(test, world)

async function exported(from: TestServices, { clinics }: World): Promise<Archive> {
  const answer = (await exportClinic.call(from.services, clinics.one.admin.caller(), {})) as Response
  const zip = new Uint8Array(await answer.arrayBuffer())
  const files = unzipSync(zip)
  return { zip, files, manifest: JSON.parse(Buffer.from(files['manifest.json'] ?? []).toString()) }
}

const textOf = ({ files }: Archive, path: string) => Buffer.from(files[path] ?? []).toString('utf8')

describe('the export of a clinic', () => {
  it('holds every table with rows of clinics, as JSON and CSV, and only this clinic’s rows', async () => {
    const tables = await test.db.asOwner<{ name: string }>(
      `select table_schema || '.' || table_name as name
         from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where column_name = 'clinic_id' and table_schema in ('public', 'app') and table_type = 'BASE TABLE' order by 1`,
    )
    for (const { name } of tables.filter((table) => !(table.name in staysHere))) {
      const rows = textOf(first, `json/${name}.jsonl`).split('\n').slice(0, -1)
      expect(rows.length, name).toBe(first.manifest.files[`json/${name}.jsonl`]?.rows)
      expect(textOf(first, `csv/${name}.csv`).startsWith('\uFEFF'), name).toBe(true)
      for (const row of rows) expect(JSON.parse(row).clinic_id, name).toBe(world.clinics.one.id)
    }
    expect(first.manifest.files['json/public.patients.jsonl']?.rows).toBeGreaterThan(3)
    expect(Object.values(first.files).some((file) => Buffer.from(file).includes(world.clinics.two.id))).toBe(
      false,
    )
  })

  it('holds no password, second factor or open invitation', () => {
    const all = Object.entries(first.files).map(
      ([path, content]) => path + Buffer.from(content).toString('latin1'),
    )
    for (const secret of ['password_hash', 'token_hash', 'auth.', 'secret']) {
      expect(all.find((content) => content.includes(secret))?.slice(0, 60), secret).toBeUndefined()
    }
  })

  it('is in the audit trail, with the patients as read', async () => {
    const trail = await test.db.asOwner<{ action: string; patient_count: number; purpose: string | null }>(
      `select action, patient_count, purpose from app.audit_log where clinic_id = $1
        and action in ('clinic.exported', 'record.read') order by id desc limit 2`,
      [world.clinics.one.id],
    )
    expect(trail).toMatchObject([{ action: 'record.read', purpose: 'export' }, { action: 'clinic.exported' }])
    expect(trail[0]?.patient_count).toBe(first.manifest.files['json/public.patients.jsonl']?.rows)
  })
})

describe('the import of a clinic', () => {
  it('restores an equal clinic in an empty hub, uploaded files included', async () => {
    const target = await emptyHub()
    try {
      const done = await target.import(first.zip)
      expect(done).toMatchObject({ clinicId: world.clinics.one.id, files: 1 })
      expect(Buffer.concat(target.stored)).toEqual(upload)
      const names = await target.query(`select count(*)::int as n from public.patients`)
      expect(names).toEqual([{ n: first.manifest.files['json/public.patients.jsonl']?.rows }])
      const passwords = await target.query(
        `select count(*)::int as n from auth.users where password_hash is not null`,
      )
      expect(passwords).toEqual([{ n: 0 }])
      await expect(target.import(first.zip)).rejects.toThrow('has')
    } finally {
      await target.close()
    }
  })

  it('rejects a damaged or truncated archive', async () => {
    const target = await emptyHub()
    try {
      const changed = { ...first.files }
      changed['json/public.patients.jsonl'] = strToU8(
        textOf(first, 'json/public.patients.jsonl').replace('full_name', 'Full_name'),
      )
      await expect(target.import(zipSync(changed))).rejects.toThrow('checksum')
      const { 'manifest.json': _manifest, ...brokenOff } = first.files
      await expect(target.import(zipSync(brokenOff))).rejects.toThrow('not whole')
      expect(await target.query('select count(*)::int as n from public.clinics')).toEqual([{ n: 0 }])
    } finally {
      await target.close()
    }
  })

  it('rejects an archive that writes into another clinic, whatever its manifest says', async () => {
    const target = await emptyHub()
    try {
      const other = '99999999-9999-4999-8999-999999999999'
      await target.query(
        `insert into public.clinics (id, name, subdomain) values ('${other}', 'Other', 'other-one')`,
      )
      const path = 'json/public.clinic_memberships.jsonl'
      const [line = '', ...lines] = textOf(first, path).split('\n')
      const there = JSON.stringify({ ...JSON.parse(line), clinic_id: other })
      await expect(target.import(forged({ [path]: strToU8([there, ...lines].join('\n')) }))).rejects.toThrow(
        'rows of another clinic',
      )
      const file = Object.keys(first.files).find((name) => name.startsWith('files/')) ?? ''
      const moved = forged({ [file]: null, [`files/${other}`]: first.files[file] ?? null })
      await expect(target.import(moved)).rejects.toThrow('of no file of this clinic')
      // a membership there: its id alone decides the session's rights
      const { id } = JSON.parse(line)
      await target.query(
        `insert into public.clinic_memberships (id, clinic_id, role, status) values ('${id}', '${other}', 'patient', 'active')`,
      )
      await expect(target.import(first.zip)).rejects.toThrow('ids that are another clinic’s')
      expect(await target.query('select count(*)::int as n from public.clinics')).toEqual([{ n: 1 }])
    } finally {
      await target.close()
    }
  })
})

/** The archive with changed files and a matching manifest; null leaves a file out. */
function forged(changes: Record<string, Uint8Array | null>): Uint8Array {
  const files = { ...first.files }
  const manifest = structuredClone(first.manifest)
  for (const [path, bytes] of Object.entries(changes)) {
    delete files[path]
    delete manifest.files[path]
    if (!bytes) continue
    files[path] = bytes
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    manifest.files[path] = { bytes: bytes.length, sha256 }
  }
  return zipSync({ ...files, 'manifest.json': strToU8(JSON.stringify(manifest)) })
}

async function emptyHub() {
  const database = await openOtherInstallation()
  // sample rows are made without them
  await database.pool.query(`do $$ declare found record; begin
    for found in select conrelid::regclass as name, conname from pg_constraint where contype = 'c' and conrelid <> 0 and coninhcount = 0 loop
      execute format('alter table %s drop constraint %I', found.name, found.conname);
    end loop; end $$`)
  const stored: Uint8Array[] = []
  const store: ObjectStore = {
    ...test.services.files.store,
    async put(_name, bytes) {
      let count = 0
      for await (const chunk of bytes) {
        stored.push(chunk)
        count += chunk.byteLength
      }
      return count
    },
  }
  return {
    stored,
    import: async (zip: Uint8Array) => {
      const archive = readArchive(zip, test.services.signatures)
      const all = { tier: 'accept', rate: 'accept', trail: 'accept', address: 'accept' } as const
      const options = { store, now: test.clock.now(), choices: archive.isSignedHere ? {} : all }
      return database.kysely.transaction().execute((tx) => importClinic(tx, archive, options))
    },
    query: async (text: string) => (await database.pool.query(text)).rows,
    close: () => database.close(),
  }
}
