import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from '../support/accessibility.ts'
import { openAs, signInProfile } from '../support/people.ts'
import { clinicOrigin } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

/* A patient's record and a colleague's settings. The steps build on each other. */
test.describe.configure({ mode: 'serial' })
test.setTimeout(180_000)

const hub = clinicOrigin('sunrise')
const sizes = { desk: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

let page: Page
test.beforeAll(async ({ browser }) => {
  page = await (await browser.newContext({ viewport: sizes.desk })).newPage()
  page.on('dialog', (dialog) => void dialog.accept())
  await signInProfile(page.context(), 'beatrice@sunrise.test')
})
test.afterAll(() => page.context().close())

const save = (on: Page) => on.getByRole('tabpanel').getByRole('button', { name: 'Save changes' })

// spec: B2.6 Personal details are saved
// spec: B5 Personal details are checked at their fields
// spec: B4 Saving shows Updating... while it runs
test('personal details are validated at their fields and saved', async () => {
  await page.goto(`${hub}/profile`)
  await page.getByLabel('Phone').fill('555')
  await page.getByLabel('Last name').fill('F')
  await save(page).click()
  await expect(page.getByText('Last name must be at least 2 characters.').first()).toBeVisible()
  await expect(page.getByText('Please enter a valid phone number', { exact: false }).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Phone').fill('(212) 555-0142')
  await page.getByLabel('Last name').fill('Fontaine-Marlowe')
  await page.getByLabel('Date of birth').fill('1984-02-29')
  await page.getByLabel('Address', { exact: false }).first().fill('12 Mill Street')
  await page.getByLabel('City').fill('New York')
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/functions/v1/save-personal-details', async (route) => {
    await held
    await route.continue()
  })
  await save(page).click()
  await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible()
  release()
  await expect(page.getByText('Your personal details have been updated successfully.')).toBeVisible()
  await page.unroute('**/functions/v1/save-personal-details')
  await page.reload()
  await expect(page.getByLabel('City')).toHaveValue('New York')
  await expect(page.getByLabel('Date of birth')).toHaveValue('1984-02-29')
})

// spec: B2.6 Typed values survive a reload, and a link away asks first
test('input survives a reload, and leaving the page asks first', async () => {
  await page.getByRole('tab', { name: 'Health Information' }).click()
  await page.getByLabel('Allergies').fill('Penicillin: rash')
  await page.reload()
  await expect(page.getByLabel('Allergies')).toHaveValue('Penicillin: rash')
  await expect(page.getByText('Unsaved changes')).toBeVisible()
  await page.getByRole('tab', { name: 'Notification Preferences' }).click()
  await page.getByRole('tab', { name: 'Health Information' }).click()
  await expect(page.getByLabel('Allergies')).toHaveValue('Penicillin: rash')
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stay' }).click()
  await page.getByLabel('Emergency contact').fill('Ben Marlowe, husband')
  await save(page).click()
  await expect(page.getByText('Health information updated')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Allergies')).toHaveValue('Penicillin: rash')
  await expect(page.getByText('Unsaved changes')).toHaveCount(0)
})

test('two tabs edit the same record: the second is notified, and nothing is overwritten silently', async () => {
  const other = await page.context().newPage()
  await other.goto(`${hub}/profile?tab=health`)
  await other.getByLabel('Allergies').fill('Penicillin and latex')
  await page.getByLabel('Allergies').fill('Penicillin, and peanuts')
  await page.getByLabel('Medications').fill('Cetirizine 10 mg')
  await save(page).click()
  await expect(page.getByText('Health information updated')).toBeVisible()

  await save(other).click()
  await expect(other.getByText('Changed on another device')).toBeInViewport()
  // values changed only in the first tab are taken; values changed in both are listed
  await expect(other.getByLabel('Medications')).toHaveValue('Cetirizine 10 mg')
  await expect(other.getByLabel('Allergies')).toHaveValue('Penicillin and latex')
  await expect(other.getByText('Penicillin, and peanuts')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('button', { name: 'Save mine' }).click()
  await expect(other.getByText('Health information updated')).toBeVisible()
  await other.close()

  await page.reload()
  await expect(page.getByLabel('Allergies')).toHaveValue('Penicillin and latex')
})

// spec: B2.6 Notification preferences start with their defaults
// spec: B3 The notification preferences have their defaults
test('notification preferences have their defaults, and each change is listed with its wording', async () => {
  await page.getByRole('tab', { name: 'Notification Preferences' }).click()
  await expect(page.getByLabel('Email notifications')).toBeChecked()
  await expect(page.getByLabel('SMS notifications')).not.toBeChecked()
  await expect(page.getByLabel('Appointment reminders')).toBeChecked()
  await expect(page.getByLabel('Marketing communications')).not.toBeChecked()
  await page.getByLabel('SMS notifications').check()
  await save(page).click()
  await expect(page.getByText('Notification preferences updated')).toBeVisible()
  await page.getByRole('button', { name: 'Show your consents' }).click()
  await expect(page.getByText('SMS notifications: Allowed')).toBeVisible()
  await expect(page.getByText(/Reply STOP to end them\.$/).last()).toBeVisible()
})

// spec: B2.6 View History lists sign-ins
test('View History lists sign-ins, and the record lists its readers', async ({ browser }) => {
  // the first page may be full of patients of other journeys
  const desk = await openAs(browser, 'staff@sunrise.test', '/members?search=beatrice', {
    viewport: sizes.desk,
  })
  await expect(desk.getByText('beatrice@sunrise.test')).toBeVisible()
  await desk.context().close()

  await page.getByRole('tab', { name: 'Security & Password' }).click()
  await page.getByRole('button', { name: 'View History' }).click()
  await expect(page.getByText('Signed in with email and password').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show access log' }).click()
  await expect(page.getByText('Elena Ruiz (clinic team)').first()).toBeVisible()
  await expectAccessible(page)
})

// spec: B8 A failed sign-out of My Profile says so
test('a failed sign-out shows an error, and the user stays on the page', async ({ browserErrors }) => {
  await page.route('**/auth/v1/logout**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.getByRole('main').getByRole('link', { name: 'Sign Out' }).click()
  await expect(page.getByText('Error signing out')).toBeVisible()
  await expect(page.getByText('There was a problem signing out. Please try again.')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'My Profile' })).toBeVisible()
  await page.unroute('**/auth/v1/logout**')
  browserErrors.splice(0)
})

// spec: B2.12 A team member saves a profile, with the characters left
// spec: B2.12 A team member chooses In-app or Email for an event
test('a colleague saves a profile, with the remaining characters counted', async ({ browser }) => {
  const desk = await openAs(browser, 'member@sunrise.test', '/settings/profile', { viewport: sizes.desk })
  const description = desk.getByLabel('Description')
  await description.fill('')
  await expect(desk.getByText('275 characters left')).toBeVisible()
  await description.fill('Front desk, mornings.')
  await expect(desk.getByText('254 characters left')).toBeVisible()
  await desk.getByLabel('Username').fill('settings')
  await desk.getByLabel('Website').fill('javascript:alert(1)')
  await desk.getByRole('button', { name: 'Save changes' }).click()
  await expect(desk.getByText('This username is already taken.', { exact: false }).first()).toBeVisible()
  await expect(desk.getByText('Please enter a web address', { exact: false }).first()).toBeVisible()
  await desk.getByLabel('Username').fill(`tom.becker.${Date.now().toString(36)}`)
  await desk.getByLabel('Website').fill('https://example.com/tom')
  await desk.getByRole('button', { name: 'Save changes' }).click()
  await expect(desk.getByText('Profile updated')).toBeVisible()

  await desk.goto(`${hub}/settings/notifications`)
  const messages = desk.getByRole('group', { name: /^Patient Messages/ })
  await expect(messages.getByLabel('In-app')).toBeChecked()
  await expect(desk.getByRole('group', { name: /^Daily Summary/ }).getByLabel('Email')).toBeChecked()
  await messages.getByLabel('Email').check()
  await desk.getByRole('button', { name: 'Save changes' }).click()
  await expect(desk.getByText('Notification preferences updated')).toBeVisible()
  await desk.reload()
  await expect(messages.getByLabel('Email')).toBeChecked()
  await desk.goto(`${hub}/settings/password`)
  await expect(desk.getByText('At least 8 characters', { exact: true })).toBeVisible()
  await desk.context().close()
})

// spec: B2.12 A team member chooses and removes a picture
test('a colleague chooses, cuts, shows and removes a picture', async ({ browser }) => {
  const desk = await openAs(browser, 'member@sunrise.test', '/settings/profile', { viewport: sizes.desk })
  await expect(desk.getByText('SVG, PNG, JPG or GIF (max. 800x400px)')).toBeVisible()
  const photo = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#2f6f62' } })
    .png()
    .toBuffer()
  await desk
    .locator('input[type=file]')
    .setInputFiles({ name: 'tom.png', mimeType: 'image/png', buffer: photo })
  const dialog = desk.getByRole('dialog', { name: 'Crop the picture' })
  await dialog.getByLabel('Zoom').press('ArrowRight')
  await expectAccessible(desk)
  await dialog.getByRole('button', { name: 'Use this picture' }).click()
  await expect(desk.getByText('Your picture is saved')).toBeVisible()
  await expectPicture(desk.getByRole('main').locator('img'))
  await expectPicture(desk.getByRole('button', { name: /Tom Becker/ }).locator('img'))

  const admin = await openAs(browser, 'admin@sunrise.test', '/settings/team', { viewport: sizes.desk })
  await expectPicture(admin.getByRole('row', { name: /Tom Becker/ }).locator('img'))
  await admin.goto(`${hub}/members`)
  // the first page may be full of patients of other journeys
  await admin.getByRole('searchbox', { name: 'Search' }).fill('Tom Becker')
  await expectPicture(admin.getByRole('row', { name: /Tom Becker/ }).locator('img'))
  await admin.context().close()

  await desk.getByRole('button', { name: 'Remove', exact: true }).click()
  await desk.getByRole('alertdialog').getByRole('button', { name: 'Remove the picture' }).click()
  await expect(desk.getByText('Your picture is removed')).toBeVisible()
  await expect(desk.getByRole('main').locator('img')).toHaveCount(0)
  await desk.context().close()
})

/** Loaded from the same origin within the page's policy. */
async function expectPicture(picture: Locator): Promise<void> {
  await expect(picture).toBeVisible()
  await expect(picture).toHaveJSProperty('complete', true)
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
}
