import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

const viewport = { width: 390, height: 900 }

/* The team writes internal notes into a thread (docs/decisions/0203). */
test('an internal note is live for colleagues and invisible to the patient', async ({ browser }) => {
  const patient = await openAs(browser, 'henrik@sunrise.test', '/messages', { viewport })
  const ask = patient.getByLabel('Write to Sunrise Family Clinic')
  await ask.fill('May I bring my son?')
  await patient.getByRole('button', { name: 'Send message' }).click()
  await expect(ask).toHaveValue('')

  const staff = await openAs(browser, 'staff@sunrise.test', '/messages', { viewport })
  await staff.getByRole('link', { name: /Henrik Sørensen/ }).click()
  const thread = staff.getByRole('log', { name: 'Messages with Henrik Sørensen' })
  await expect(thread.getByText('May I bring my son?')).toBeVisible()
  const admin = await openAs(browser, 'admin@sunrise.test', new URL(staff.url()).pathname, { viewport })
  const ofAdmin = admin.getByRole('log', { name: 'Messages with Henrik Sørensen' })
  await expect(ofAdmin.getByText('May I bring my son?')).toBeVisible()

  // text of a message and text of a note stay apart when the kind changes
  const note = 'Ask the front desk first.'
  const field = staff.getByLabel('Internal note: only your team sees this')
  await staff.getByLabel('Write to Henrik Sørensen').fill('Yes, of course.')
  await staff.getByText('Internal note', { exact: true }).click()
  await expect(field).toHaveValue('')
  await expect(staff.getByRole('button', { name: 'Send message' })).toHaveCount(0)
  await staff.getByRole('button', { name: 'Save note' }).click()
  await expect(staff.getByText('Please write something.')).toBeVisible()
  await field.fill(note)
  await expectAccessible(staff)
  await staff.getByText('Message', { exact: true }).click()
  await expect(staff.getByLabel('Write to Henrik Sørensen')).toHaveValue('Yes, of course.')
  await staff.getByText('Internal note', { exact: true }).click()
  await expect(field).toHaveValue(note)
  await field.press('Control+Enter')
  await expect(field).toHaveValue('')
  const row = thread.getByRole('listitem').filter({ hasText: note })
  await expect(row).toContainText('Internal note: only your team sees this')
  await expect(ofAdmin.getByText(note)).toBeVisible()

  await staff.getByText('Message', { exact: true }).click()
  await staff.getByRole('button', { name: 'Send message' }).click()
  await expect(thread.getByRole('listitem').last()).toContainText('Yes, of course.')
  const seen = patient.getByRole('log', { name: 'Messages with Sunrise Family Clinic' })
  await expect(seen.getByText('Yes, of course.').last()).toBeVisible()
  await expect(seen.getByText(note)).toHaveCount(0)
  await patient.reload()
  await expect(seen.getByText('Yes, of course.').last()).toBeVisible()
  await expect(patient.getByText(note)).toHaveCount(0)

  await ofAdmin
    .getByRole('button', { name: /^Remove the internal note by Elena Ruiz/ })
    .last()
    .click()
  const question = admin.getByRole('alertdialog', { name: 'Remove this internal note?' })
  await question.getByRole('button', { name: 'Do not remove' }).click()
  await expect(ofAdmin.getByText(note)).toBeVisible()
  await ofAdmin
    .getByRole('button', { name: /^Remove the internal note by Elena Ruiz/ })
    .last()
    .click()
  await question.getByRole('button', { name: 'Remove note' }).click()
  await expect(ofAdmin.getByText(note)).toHaveCount(0)
  await expect(row).toHaveCount(0)
  for (const page of [patient, staff, admin]) await page.context().close()
})
