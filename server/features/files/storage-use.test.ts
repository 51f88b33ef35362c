import { expect, it } from 'vitest'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { announce, upload } from '#testing/uploads.ts'

const test = await setUpServer()

it('counts the clinic’s files and running uploads, and nothing of other clinics or avatars', async () => {
  const [clinic, other] = [await aClinic(test.db), await aClinic(test.db)]
  const token = await test.tokenOf(clinic.admin)
  const used = async () => {
    const { text } = await test.ask('/functions/v1/storage-use', { method: 'POST', token, clinic, body: {} })
    return JSON.parse(text)
  }
  expect(await used()).toEqual({ usedBytes: 0, limitBytes: 5_000_000_000 })
  const about = {
    token,
    clinic,
    kind: 'person_file' as const,
    patientId: (await aPatient(test.db, clinic)).patientId,
  }
  await upload(test, about, 'ten bytes!')
  await announce(test, { ...about, length: 90_000_000 })
  await announce(test, { token, clinic, kind: 'avatar', length: 4_000_000 })
  const elsewhere = { token: await test.tokenOf(other.admin), clinic: other, kind: 'person_file' as const }
  await upload(
    test,
    { ...elsewhere, patientId: (await aPatient(test.db, other)).patientId },
    'words elsewhere',
  )
  expect(await used()).toEqual({ usedBytes: 90_000_010, limitBytes: 5_000_000_000 })
})
