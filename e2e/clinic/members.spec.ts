import { readFile } from 'node:fs/promises'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAndPay, openAs } from '../support/people.ts'
import { ageProofs, clinicOrigin, demoPassword, expectLoaded } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const sunrise = clinicOrigin('sunrise')
// unique names, so that the run can be repeated on the same server
const run = Date.now().toString(36)

// spec: B2.10 Remove also cancels a running plan
test('one action removes a patient with a running plan and cancels the plan', async ({ browser }) => {
  const patient = { name: `Lena Vogt ${run}`, email: `lena@${run}.test`, password: 'warm-lantern-77' }
  const home = await (await browser.newContext()).newPage()
  await joinAndPay(home.context(), 'sunrise', patient)
  await home.goto(`${sunrise}/pay`)
  await expect(home.getByText('Next billing date')).toBeVisible()

  const desk = await openAs(browser, 'admin@sunrise.test', '/members')
  await desk.getByRole('button', { name: `Actions for ${patient.name}` }).click()
  await desk.getByRole('menuitem', { name: 'Remove' }).click()
  const dialog = desk.getByRole('alertdialog')
  await expect(dialog).toContainText(/stays active until .+ After that, nothing is charged\./)
  await expect(
    dialog.getByRole('region', { name: 'How long we keep things' }).getByRole('listitem'),
  ).toHaveCount(4)
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Cancel plan and remove' }).click()
  await expect(
    desk.getByText('The plan is canceled, and the member has been removed from the clinic.').first(),
  ).toBeVisible()
  await expect(desk.getByRole('button', { name: `Actions for ${patient.name}` })).toHaveCount(0)

  await home.reload()
  await expectLoaded(home)
  await expect(home.getByText('Next billing date')).toHaveCount(0)
  for (const page of [home, desk]) await page.context().close()
})

// spec: B2.11 Inviting again without a name does not remove the name
test('a second invitation without a name preserves the name, and says that the first link ends', async ({
  browser,
}) => {
  const email = `twice@${run}.test`
  const page = await openAs(browser, 'admin@sunrise.test', '/members')
  const dialog = page.getByRole('dialog')
  for (const name of [`Iris Holm ${run}`, '']) {
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Invite patient' }).click()
    await dialog.getByLabel('Email').fill(email)
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText(`Successfully sent invitation to ${email}.`).first()).toBeVisible()
    await expect(page.getByRole('button', { name: `Actions for Iris Holm ${run}` })).toBeVisible()
  }
  await expect(page.getByText('The link in the earlier email no longer works.').first()).toBeVisible()
  await page.context().close()
})

test('every member has a page: by a click on the row, by keyboard, and from the menu', async ({
  browser,
}) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/members')
  await expect(page.getByRole('button', { name: 'Previous' })).toBeDisabled()
  const name = page.getByRole('heading', { level: 1, name: 'Grace Whitfield' })

  // other journeys add members, which can move this one to the second page
  await page.getByRole('searchbox', { name: 'Search' }).fill('grace')
  const row = page.getByRole('row', { name: /Grace Whitfield/ })
  // pointing at the name preloads the page's code, and the list provides the person: no wait
  const code = page.waitForResponse(/\/assets\/person-.*\.js$/)
  await row.getByRole('link').hover()
  await code
  let release = () => {}
  const held = new Promise<void>((done) => {
    release = done
  })
  await page.route('**/functions/v1/person', async (route) => {
    await held
    await route.continue()
  })
  await row.click({ position: { x: 500, y: 12 } })
  await expect(name).toBeVisible()
  release()
  await page.getByRole('tab', { name: 'Money' }).click()
  await expect(page.getByRole('region', { name: 'Plan and payments' })).toContainText('Everyday Care, yearly')
  await page.getByRole('link', { name: 'Members' }).last().click()

  await page.getByRole('searchbox', { name: 'Search' }).fill('GRACE@')
  await expect(page.getByText(/^Showing 1 of \d+ members$/)).toBeVisible()
  await page.getByRole('link', { name: 'Grace Whitfield' }).focus()
  await page.keyboard.press('Enter')
  await expect(name).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox', { name: 'Search' })).toHaveValue('GRACE@')

  // the new visit is for this patient
  await page.getByRole('link', { name: 'Grace Whitfield' }).click()
  await page.getByRole('link', { name: 'Schedule', exact: true }).click()
  const booking = page.getByRole('dialog', { name: 'Schedule New Appointment' })
  await expect(booking.getByRole('textbox', { name: 'Patient' })).toHaveValue('Grace Whitfield')
  await page.keyboard.press('Escape')
  await page.goBack()
  await page.goBack()
  await page.getByRole('button', { name: 'Actions for Grace Whitfield' }).click()
  await page.getByRole('menuitem', { name: 'View Profile' }).click()
  await expect(name).toBeVisible()

  await page.goto(`${sunrise}/members/00000000-0000-4000-8000-000000000000`)
  await expect(page.getByText('This person is not at your clinic')).toBeVisible()
  await page.context().close()
})

test('the team writes private notes, shares one file, and sees the reads', async ({ browser }) => {
  const desk = await openAs(browser, 'admin@sunrise.test', '/members?search=samuel@')
  await desk.getByRole('link', { name: 'Samuel Adeyemi' }).click()
  const notes = desk.getByRole('region', { name: 'Team notes' })
  await notes.getByRole('button', { name: 'Add note' }).click()
  await notes.getByLabel('Note').fill(`Prefers mornings ${run}`)
  await notes.getByRole('button', { name: 'Save note' }).click()
  await expect(notes).toContainText(`Prefers mornings ${run}`)
  await notes
    .getByRole('button', { name: /^Remove the note by Maya Okafor/ })
    .first()
    .click()
  await expect(notes).not.toContainText(`Prefers mornings ${run}`)
  await desk.getByRole('button', { name: 'Undo' }).first().click()
  await expect(notes).toContainText(`Prefers mornings ${run}`)

  await desk.getByRole('tab', { name: 'Record' }).click()
  const files = desk.getByRole('region', { name: 'Files' })
  const plan = `plan ${run}.txt`
  await files.locator('input[type=file]').setInputFiles([
    { name: plan, mimeType: 'text/plain', buffer: Buffer.from('Walk every day.') },
    { name: `team ${run}.txt`, mimeType: 'text/plain', buffer: Buffer.from('For us.') },
  ])
  await expect(files.getByRole('link', { name: `team ${run}.txt` })).toBeVisible()
  await files.getByRole('button', { name: `Share ${plan} with Samuel Adeyemi` }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Share', exact: true }).click()
  await expect(files.getByRole('listitem').filter({ hasText: plan })).toContainText(
    'shared with Samuel Adeyemi',
  )

  await desk.getByRole('tab', { name: 'Care' }).click()
  await desk.getByRole('button', { name: 'Show health information' }).press('Enter')
  await expect(desk.getByRole('region', { name: 'Health Information' })).toContainText('Allergies')
  // the pressed button is gone: keyboard focus moves to the heading
  await expect(desk.getByRole('heading', { name: 'Health Information' })).toBeFocused()
  await desk.getByRole('tab', { name: 'Record' }).click()
  await desk.getByRole('button', { name: 'Show access log' }).click()
  await expect(desk.getByRole('region', { name: 'Access log' })).toContainText(
    'shared a file with the patient',
  )
  await expectAccessible(desk)

  const home = await openAs(browser, 'samuel@sunrise.test', '/home')
  const shared = home.getByRole('region', { name: 'Files from your clinic' })
  const [file] = await Promise.all([
    home.waitForEvent('download'),
    shared.getByRole('link', { name: plan }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toBe('Walk every day.')
  await expect(shared).not.toContainText(`team ${run}.txt`)

  await files.getByRole('button', { name: `Remove ${plan}` }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove the file' }).click()
  await expect(files.getByText(plan)).toHaveCount(0)
  await home.reload()
  await expect(home.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(shared).toHaveCount(0)
  for (const page of [desk, home]) await page.context().close()
})

// spec: B2.10 Export contains what the page lists
test('the listed members are exported after a proof of identity', async ({ browser }) => {
  const page = await openAs(browser, 'admin@sunrise.test', '/members')
  await page.getByRole('tab', { name: 'Active' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill('Grace Whitfield')
  await expect(page.getByText(/^Showing 1 of \d+ members$/)).toBeVisible()
  // without a second step the password is the proof
  await ageProofs(page.request, 'admin@sunrise.test')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Export' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' })
  const password = confirm.getByLabel('Current password')
  await expect(password).toBeFocused()
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await expect(confirm.getByText('This is not your current password.')).toBeVisible()
  await password.fill(demoPassword)
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  expect(file.suggestedFilename()).toMatch(/^members-sunrise-\d{4}-\d\d-\d\d\.csv$/)
  const text = await readFile(await file.path(), 'utf8')
  expect(text.split('\r\n')).toEqual([
    '\uFEFFMember,Email,Role,Status,Joined,Last Active,Plan,Plan status',
    expect.stringMatching(/^Grace Whitfield,grace@sunrise\.test,Patient,Active,\d{4}-\d\d-\d\d,/),
    '',
  ])
  await page.context().close()
})

// spec: B2.10 A waiting invitation is under Pending and can be activated and revoked
test('a pending invitation is found under Pending, activated and revoked', async ({ browser }) => {
  const email = `waits@${run}.test`
  const page = await openAs(browser, 'admin@sunrise.test', '/members')
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Invite patient' }).click()
  await page.getByRole('dialog').getByLabel('Email').fill(email)
  await page.getByRole('dialog').getByRole('button', { name: 'Send invitation' }).click()
  await page.getByRole('tab', { name: 'Pending' }).click()
  await page.getByRole('searchbox', { name: 'Search' }).fill(email)
  const row = page.getByRole('row').filter({ hasText: email })
  await expect(row).toContainText('Invited')
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await expect(page.getByText('Member status has been updated to active').first()).toBeVisible()
  await page.getByRole('tab', { name: 'Active' }).click()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  // the patient stays, and can be invited again
  await expect(row).toContainText('No account')
  await page.context().close()
})

for (const [who, viewport] of [
  ['staff', { width: 390, height: 844 }],
  ['ruth', { width: 1280, height: 900 }],
] as const) {
  test(`${who} looks people up, and can neither export nor change them`, async ({ browser }) => {
    const page = await openAs(browser, `${who}@sunrise.test`, '/members?search=grace@', { viewport })
    await expect(page.getByRole('link', { name: 'Grace Whitfield' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'New patient' })).toHaveCount(who === 'staff' ? 1 : 0)
    await expect(page.getByRole('button', { name: 'More', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Actions for Grace Whitfield' }).click()
    const writes = who === 'staff' ? ['Send Message'] : []
    await expect(page.getByRole('menuitem')).toHaveText(['View Profile', ...writes])
    await page.getByRole('menuitem', { name: 'View Profile' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Grace Whitfield' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add note' })).toHaveCount(writes.length)
    await page.getByRole('tab', { name: 'Money' }).click()
    await expect(page.getByRole('region', { name: 'Plan and payments' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Invoices' })).toHaveCount(0)
    await page.context().close()
  })
}

// spec: A2 A patient sees no members
test('a patient sees neither the list nor a person', async ({ browser }) => {
  const page = await openAs(browser, 'patient@sunrise.test', null)
  for (const path of ['/members', '/members/00000000-0000-4000-8000-000000000000']) {
    await page.goto(`${sunrise}${path}`)
    await expect(page.getByText("You don't have permission to access this page.")).toBeVisible()
  }
  await page.context().close()
})
