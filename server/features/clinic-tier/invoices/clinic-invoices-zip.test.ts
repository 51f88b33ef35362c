import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { anOpenClinicInvoice } from '#testing/money/clinic-invoices.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aClinic } from '#testing/sign-in/people.ts'
import { clinicInvoicesZip } from './clinic-invoices-zip.ts'

const test = await setUpPayments()

const startsLikeAPdf = (file: Uint8Array) => Buffer.from(file.subarray(0, 5)).toString() === '%PDF-'

it('puts a PDF of each of the clinic’s own invoices into one archive', async () => {
  const clinic = await aClinic(test.db)
  await expect(test.call(clinicInvoicesZip, clinic.admin.caller(), {})).rejects.toMatchObject({
    code: 'not_found',
  })
  for (let n = 0; n < 3; n++) await anOpenClinicInvoice(test, clinic.id)
  const other = await aClinic(test.db)
  await anOpenClinicInvoice(test, other.id)
  const answer = await test.call(clinicInvoicesZip, clinic.admin.caller(), {})
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="carefold-invoices-${clinic.subdomain}.zip"`,
  )
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const numbers = await test.db.asOwner<{ number: string }>(
    'select number from clinic_invoices where clinic_id = $1 order by number',
    [clinic.id],
  )
  expect(Object.keys(files).sort()).toEqual(numbers.map(({ number }) => `${number}.pdf`))
  expect(Object.values(files).every(startsLikeAPdf)).toBe(true)
})
