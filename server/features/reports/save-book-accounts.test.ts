import { expect, it } from 'vitest'
import { setUpSale } from '#testing/money/set-up.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { readBookAccounts } from './book-accounts.ts'
import { saveBookAccounts } from './save-book-accounts.ts'

const { test, clinic } = await setUpSale()

const save = (names: object, caller = clinic.admin.caller()) => test.call(saveBookAccounts, caller, { names })
const stored = () =>
  test.services.transactions.withActor(clinic.admin.caller(), (tx) => readBookAccounts(tx, clinic.id))

it('stores all names at once; an empty or absent one is the default again', async () => {
  await save({ stripe: ' 1200 ', tax: 'Sales tax', bank: '' })
  expect(await stored()).toEqual({ stripe: '1200', tax: 'Sales tax' })
  await save({ bank: '090' })
  expect(await stored()).toEqual({ bank: '090' })
})

it('refuses unknown accounts, and staff without access to money', async () => {
  await expect(save({ profit: '1' })).rejects.toMatchObject({ code: 'invalid_input' })
  const staff = await aStaffMember(test.db, clinic)
  await expect(save({}, staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await stored()).toEqual({ bank: '090' })
})
