import { expect, it } from 'vitest'
import { aForm, aFormRequest } from '#testing/forms.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { withdrawForm } from './withdraw-form.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)

const withdraw = (requestId: string, isWithdrawn = true) =>
  withdrawForm.call(test.services, clinic.admin.caller(), { requestId, isWithdrawn })

it('withdraws and restores a request with its answers', async () => {
  const id = await aFormRequest(test.db, clinic, patient, { answers: { some: 'words' } })
  const seen = () =>
    test.db.transactions.withActor(patient.caller(), (tx) =>
      tx.selectFrom('form_requests').select('answers').where('id', '=', id).execute(),
    )
  await withdraw(id)
  await withdraw(id)
  expect(await seen()).toEqual([])
  await withdraw(id, false)
  expect(await seen()).toEqual([{ answers: { some: 'words' } }])
  expect(
    await test.db.asOwner('select action from app.audit_log where subject_id = $1 order by id', [id]),
  ).toEqual([{ action: 'form.asked' }, { action: 'form.withdrawn' }, { action: 'form.restored' }])
})

it('refuses a signed form, and restoring beside a newer request', async () => {
  const signed = await aFormRequest(test.db, clinic, patient, { signedName: 'Dana Fox' })
  await expect(withdraw(signed)).rejects.toMatchObject({ code: 'form_signed' })
  const form = await aForm(test.db, clinic)
  const first = await aFormRequest(test.db, clinic, patient, { form })
  await withdraw(first)
  await aFormRequest(test.db, clinic, patient, { form })
  await expect(withdraw(first, false)).rejects.toMatchObject({ code: 'form_asked_again' })
})
