// Rows of every table, of two clinics, from the tenant-escape matrix: a key of one reads its own alone, as valid FHIR.
import { beforeAll, expect, it } from 'vitest'
import { SampleRows } from '#db/tests/tenant-escape/rows.ts'
import { readTables } from '#db/tests/tenant-escape/tables.ts'
import { makeWorld } from '#db/tests/tenant-escape/world.ts'
import { type FhirType, fhirTypes } from '#domain/fhir/scopes.ts'
import { searchParameters } from '#domain/fhir/search-parameters.ts'
import { anApiKey } from '#testing/api-keys.ts'
import { compileSchema, schemaErrors } from '#testing/fhir-schema.ts'
import { setUpServices } from '#testing/set-up.ts'
import { fhirEndpoint } from './endpoint.ts'

beforeAll(compileSchema, 120_000)
const test = await setUpServices()
const world = await makeWorld(test.db)
await new SampleRows(test.db, world).create(await readTables(test.db))

interface Bundle {
  entry?: { resource: { id: string } }[]
}

async function ask(clinic: { subdomain: string }, token: string, path: string) {
  const { mainOrigin } = test.services.config
  const address = new URL(`/fhir/r4/${path}`, mainOrigin)
  address.hostname = `${clinic.subdomain}.${address.hostname}`
  const request = new Request(address, { headers: { authorization: `Bearer ${token}` } })
  const response = await fhirEndpoint(test.services)(request, { requestId: 'r', address: null })
  expect([path, response.status]).toEqual([path, 200])
  return (await response.json()) as Bundle
}

/** The table of each resource, and its id there. */
const rows: Record<Exclude<FhirType, 'Slot'>, string> = {
  Patient: 'select id from patients where merged_into is null and clinic_id = $1',
  Appointment: 'select id from appointments where clinic_id = $1',
  Practitioner: 'select id from providers where clinic_id = $1',
  Schedule: 'select id from providers where clinic_id = $1',
  Coverage: 'select id from subscription_members where clinic_id = $1',
  Consent: 'select id from consents where clinic_id = $1',
  DocumentReference: `select file_id as id from patient_files
                       where attached_at is not null and kind <> 'dispute_evidence' and clinic_id = $1`,
}

it.each(Object.entries(rows))(
  '%s: each row of the clinic, and of no other',
  { timeout: 60_000 },
  async (type, query) => {
    for (const clinic of Object.values(world.clinics)) {
      const { secret } = await anApiKey(test.db, clinic, { resources: [type as FhirType] })
      const bundle = await ask(clinic, secret, type)
      expect(schemaErrors(bundle)).toEqual([])
      const expected = await test.db.asOwner<{ id: string }>(query, [clinic.id])
      expect(expected.length).toBeGreaterThan(0)
      expect((bundle.entry ?? []).map(({ resource }) => resource.id).sort()).toEqual(
        expected.map(({ id }) => id).sort(),
      )
    }
  },
)

/** Values that are valid for each type of parameter. */
const values = { token: 'true', date: '2026-03-02', reference: crypto.randomUUID(), string: 'Nora' }

it('implements every search parameter of the CapabilityStatement', async () => {
  const { secret } = await anApiKey(test.db, world.clinics.one)
  for (const type of fhirTypes)
    for (const [name, kind] of Object.entries(searchParameters[type]))
      await ask(world.clinics.one, secret, `${type}?${name}=${values[kind]}`)
})
