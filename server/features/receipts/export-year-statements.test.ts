import { strFromU8, unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { exportYearStatements } from './export-year-statements.ts'

const { test, clinic, plan } = await setUpSale()

it('has one PDF for each payer of the year, whose reading is audited', async () => {
  const payers = [await test.aMember(clinic, plan), await test.aMember(clinic, plan)]
  const year = test.clock.now().getUTCFullYear()
  const read = (on: number, caller = clinic.admin.caller()) =>
    test.call(exportYearStatements, caller, { year: on })
  const answer = await read(year)
  expect(answer.headers.get('Content-Disposition')).toContain(`payments-${clinic.subdomain}-${year}.zip`)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const [name] = payers.map((payer) => payer.name)
  expect(Object.keys(files)).toEqual([`${name} ${year}.pdf`, `${name} (2) ${year}.pdf`])
  for (const pdf of Object.values(files)) expect(strFromU8(pdf.subarray(0, 5))).toBe('%PDF-')
  const [audited] = await test.db.asOwner<{ patient_ids: string[] }>(
    `select patient_ids from app.audit_log where clinic_id = $1 and purpose = 'export'`,
    [clinic.id],
  )
  expect(audited?.patient_ids.toSorted()).toEqual(payers.map(({ patientId }) => patientId).toSorted())

  await expect(read(year - 1)).rejects.toMatchObject({ code: 'not_found' })
  const staff = await aStaffMember(test.db, clinic)
  await expect(read(year, staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
}, 60_000)
