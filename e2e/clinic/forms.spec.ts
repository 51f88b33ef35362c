import type { APIRequestContext, Browser, Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { joinAsPatient, openAs, sessionOf } from '../support/people.ts'
import { clinicOrigin, newestMail, serverAddress } from '../support/product.ts'
import { expect, test } from '../support/test.ts'

const phone = { viewport: { width: 390, height: 844 } }

async function asAdmin(request: APIRequestContext, action: string, data: object): Promise<unknown> {
  const { access_token: token } = await sessionOf(request, 'admin@sunrise.test')
  const answer = await request.post(`${serverAddress}/functions/v1/${action}`, {
    data,
    headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return answer.json()
}

/** A new patient, on a phone. @returns the page, and the id of the record */
async function aPatient(browser: Browser, name: string): Promise<{ page: Page; id: string; email: string }> {
  const context = await browser.newContext(phone)
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`
  await joinAsPatient(context, 'sunrise', { email, name, password: 'a quiet long password' })
  const { access_token: token } = await sessionOf(context.request, 'admin@sunrise.test')
  const found = await context.request.get(`${serverAddress}/rest/v1/patients?email=eq.${email}&select=id`, {
    headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
  })
  const [record] = (await found.json()) as { id: string }[]
  return { page: await context.newPage(), id: record?.id ?? '', email }
}

/** Draws a line from corner to corner of the area for the signature. */
async function draw(page: Page): Promise<void> {
  const pad = page.getByRole('img', { name: /^(Area for your signature|Your drawn signature)$/ })
  // away from the menu at the bottom of a phone
  await pad.evaluate((area) => area.scrollIntoView({ block: 'center' }))
  const { x, y, width, height } = (await pad.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await page.mouse.move(x + width * 0.2, y + height * 0.2)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.8, y + height * 0.8, { steps: 5 })
  await page.mouse.up()
  await expect(page.getByRole('img', { name: 'Your drawn signature' })).toBeVisible()
}

const aPdf = (name: string, pages = 'a letter') => ({
  ...{ name, mimeType: 'application/pdf' },
  buffer: Buffer.from(`%PDF-1.7\n${pages}\n%%EOF\n`),
})

const aPart = (kind: string, label: string) => ({
  ...{ id: crypto.randomUUID(), kind, label, hint: '', isRequired: true, isLong: false, isMany: false },
  options: kind === 'choice' ? ['Yes', 'No'] : [],
})

test('an admin builds a form by keyboard, requests it, and reads the one that a patient signed on a phone', async ({
  browser,
}) => {
  const title = `Before you come ${Date.now().toString(36)}`
  const { page, id, email } = await aPatient(browser, `Fay Form ${Date.now().toString(36)}`)
  const desk = await openAs(browser, 'admin@sunrise.test', '/settings/forms', {
    viewport: { width: 1280, height: 900 },
  })
  await desk.getByRole('link', { name: 'Add form' }).click()
  await desk.getByLabel('Title').fill(title)
  await desk.getByRole('button', { name: 'Save form' }).click()
  await expect(desk.getByText('Please add a question.').first()).toBeVisible()
  await desk.getByRole('button', { name: 'Choice' }).press('Enter')
  await expect(desk.getByLabel('Question')).toBeFocused()
  await expect(desk.getByText('Please enter the text.')).toHaveCount(0)
  await desk.getByRole('button', { name: 'Save form' }).click()
  await desk.getByRole('button', { name: 'Please enter the text.' }).click()
  await expect(desk.getByLabel('Question')).toBeFocused()
  await desk.keyboard.type('Do you smoke?')
  await desk.getByLabel('Choices').fill('Yes\nNo\n\n')
  await desk.getByRole('button', { name: 'Consent' }).press('Enter')
  await expect(desk.getByLabel('Text of the consent')).toBeFocused()
  await desk.keyboard.type('I agree to the examination.')
  await desk.getByRole('button', { name: 'Health information' }).press('Enter')
  await desk.getByRole('button', { name: 'Signature', exact: true }).press('Enter')
  await expect(desk.getByLabel('Text above the signature')).toHaveValue('Signature')
  await desk.getByRole('button', { name: 'File', exact: true }).press('Enter')
  await expect(desk.getByLabel('Question').last()).toBeFocused()
  await desk.keyboard.type('Do you have letters?')
  await desk.getByRole('button', { name: 'Move part 2 up' }).press('Enter')
  await expect(desk.getByRole('heading', { name: '1. Consent' })).toBeVisible()
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Preview' }).click()
  const preview = desk.getByRole('dialog', { name: title })
  await preview.getByLabel('No', { exact: true }).check()
  await expectAccessible(desk)
  await preview.getByRole('button', { name: 'Close', exact: true }).first().click()
  await desk.getByRole('button', { name: 'Save form' }).dblclick()
  await expect(desk.getByRole('listitem').filter({ hasText: title })).toContainText('5 parts · version 1')
  await expectAccessible(desk)

  await desk.goto(`${clinicOrigin('sunrise')}/members/${id}?tab=care`)
  await desk.getByRole('button', { name: 'Request a form' }).click()
  await desk.getByLabel('Form', { exact: true }).selectOption(title)
  await desk.getByRole('button', { name: 'Request', exact: true }).dblclick()
  const forms = desk.getByRole('region', { name: 'Forms' })
  await expect(forms.getByRole('listitem')).toHaveCount(1)
  await expect(forms).toContainText('Not begun')

  const mail = await newestMail(desk.request, email, /has news for you/)
  expect(JSON.stringify(mail)).not.toContain('Before you come')
  await page.goto(mail.links.find((link) => link.includes('/open/')) ?? '')
  await page.getByRole('link', { name: title }).click()
  await page.getByLabel('Type your full name').fill('Fay Form')
  await page.getByRole('button', { name: 'Sign and submit' }).click()
  await expect(page.getByText('Do you smoke? Please answer this question.')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Do you smoke? Please answer this question.' }).press('Enter')
  await expect(page.getByLabel('Yes', { exact: true })).toBeFocused()
  await page.getByLabel('No', { exact: true }).check()
  await page.getByLabel('I agree').check()
  await page.getByLabel('Allergies').fill('Penicillin')
  await page.getByRole('button', { name: 'Do you have letters? Please add a file.' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeFocused()
  const chooser = page.locator('input[type="file"]')
  await chooser.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('words') })
  await expect(page.getByText('This kind of file cannot be used here.')).toBeVisible()
  await page.context().setOffline(true)
  await chooser.setInputFiles([aPdf('letter.pdf'), aPdf('other.pdf', 'another letter')])
  await page.getByRole('button', { name: 'Sign and submit' }).click()
  await expect(page.getByText('Do you have letters? A file is still uploading.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('link', { name: 'letter.pdf' })).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Remove other.pdf' }).click({ timeout: 30_000 })
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Remove the file' }).dblclick()
  await expect(page.getByRole('link', { name: 'other.pdf' })).toBeHidden()
  await page.getByRole('button', { name: 'Type your name instead', exact: true }).press('Enter')
  await expect(page.getByLabel('Your full name, as your signature')).toBeFocused()
  await page.keyboard.type('Fay')
  await expect(page.getByLabel('Your full name, as your signature')).toHaveValue('Fay')
  await page.getByRole('button', { name: 'Draw instead' }).click()
  await draw(page)
  await draw(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectAccessible(page)
  await expect(page.getByText(/^Saved/)).toBeVisible()
  await page.getByRole('button', { name: 'Sign and submit' }).dblclick()
  await expect(page.getByText('Form submitted')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Signed by drawing' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'letter.pdf' })).toBeVisible()
  await expectAccessible(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download PDF' }).click()
  expect((await download).suggestedFilename()).toMatch(/^form-.*\.pdf$/)

  // announced to the open page
  await expect(forms).toContainText('Signed')
  await forms.getByRole('button', { name: `Show answers in “${title}”` }).click()
  await expect(forms).toContainText('Penicillin')
  await expect(forms.getByRole('img', { name: 'Signed by drawing' })).toBeVisible()
  const letter = desk.waitForEvent('download')
  await forms.getByRole('link', { name: 'letter.pdf' }).click()
  expect((await letter).suggestedFilename()).toBe('letter.pdf')
  await expectAccessible(desk)
  await desk.getByRole('button', { name: 'Show health information' }).click()
  await expect(desk.getByRole('region', { name: 'Health Information' })).toContainText('Penicillin')
  await page.context().close()
  await desk.context().close()
})

test('a form of 40 questions is filled in on a slow phone while the line is cut three times, without a lost word', async ({
  browser,
  request,
}) => {
  test.setTimeout(240_000)
  const run = Date.now().toString(36)
  const { page, id } = await aPatient(browser, `Sam Slow ${run}`)
  const fields = Array.from({ length: 40 }, (_, at) => aPart('text', `Question ${at + 1}`))
  const { formId } = (await asAdmin(request, 'save-form', {
    ...{ version: 0, title: `Forty ${run}`, fields, occasion: 'request', visitTypes: [] },
    ...{ repeats: 'once', isActive: true },
  })) as { formId: string }
  await asAdmin(request, 'ask-form', { formId, patientId: id })
  const context = page.context()
  // a slow line: each request takes half a second more
  await context.route('**/functions/v1/save-answers', async (route) => {
    await new Promise((done) => setTimeout(done, 500))
    await route.continue().catch(() => {})
  })
  await page.goto(`${clinicOrigin('sunrise')}/home`)
  await page.getByRole('link', { name: '1 form to fill in' }).click()
  await page.getByRole('link', { name: `Forty ${run}` }).click()
  const words = (at: number) => `Answer ${at}: at night, mostly, and after coffee`
  for (let at = 1; at <= 40; at += 1) {
    const cut = [8, 20, 33].includes(at)
    if (cut) await context.setOffline(true)
    await page.getByLabel(`Question ${at}`, { exact: true }).fill(words(at))
    if (!cut) continue
    await page.getByLabel(`Question ${at}`, { exact: true }).pressSequentially('!')
    await expect(page.getByText('Not saved yet. Your answers are on this device')).toBeVisible()
    await context.setOffline(false)
    if (at === 20) {
      // the phone reloads the page before the answers are saved
      await page.reload()
      await expect(page.getByLabel('Question 20', { exact: true })).toHaveValue(`${words(20)}!`)
    }
  }
  await expect(page.getByText(/^Saved/)).toBeVisible({ timeout: 30_000 })
  await page.reload()
  const typed = (at: number) => words(at) + ([8, 20, 33].includes(at) ? '!' : '')
  for (let at = 1; at <= 40; at += 1)
    await expect(page.getByLabel(`Question ${at}`, { exact: true })).toHaveValue(typed(at))

  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByLabel('Question 1', { exact: true }).fill('Changed in another window')
  await expect(other.getByText(/^Saved/)).toBeVisible()
  await page.getByLabel('Type your full name').fill('Sam Slow')
  await page.getByRole('button', { name: 'Sign and submit' }).click()
  await expect(page.getByText('The form was changed in another window.')).toBeVisible()
  await expect(page.getByLabel('Question 1', { exact: true })).toHaveValue('Changed in another window')
  await page.getByRole('button', { name: 'Sign and submit' }).click()
  await expect(page.getByText('Form submitted')).toBeVisible()
  for (let at = 2; at <= 40; at += 1) await expect(page.getByText(typed(at), { exact: true })).toBeVisible()
  await context.close()
})

test('a guardian fills in and signs a form for a child', async ({ browser, request }) => {
  const run = Date.now().toString(36)
  const { access_token: token } = await sessionOf(request, 'admin@sunrise.test')
  const found = await request.get(`${serverAddress}/rest/v1/patients?full_name=eq.Theo Marlowe&select=id`, {
    headers: { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' },
  })
  const [child] = (await found.json()) as { id: string }[]
  const { formId } = (await asAdmin(request, 'save-form', {
    ...{ version: 0, title: `School form ${run}` },
    fields: [aPart('consent', 'I agree to the vaccination.'), aPart('file', 'The vaccination card')],
    ...{ occasion: 'request', visitTypes: [], repeats: 'once', isActive: true },
  })) as { formId: string }
  await asAdmin(request, 'ask-form', { formId, patientId: child?.id })
  const page = await openAs(browser, 'beatrice@sunrise.test', '/family', phone)
  await page.getByRole('link', { name: /Theo Marlowe/ }).click()
  await page.getByRole('link', { name: `School form ${run}` }).click()
  await expect(page.getByText('I have read the answers for Theo Marlowe.')).toBeVisible()
  await page.getByLabel('I agree').check()
  await page.locator('input[type="file"]').setInputFiles(aPdf('card.pdf'))
  await expect(page.getByRole('link', { name: 'card.pdf' })).toBeVisible()
  await page.getByLabel('Type your full name').fill('Beatrice Fontaine-Marlowe')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign and submit' }).click()
  await expect(page.getByText('Form submitted')).toBeVisible()
  await expect(page.getByText('Beatrice Fontaine-Marlowe, guardian')).toBeVisible()
  await page.context().close()
})
