import { contentTexts } from '#domain/texts/content.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { openAs } from '../support/people.ts'
import { aVideo } from '../support/small-video.ts'
import { expect, test } from '../support/test.ts'

/* Invalid input stays and shows its error; a video in an article has captions. */
test('a title that is too long stays with its error, and a video in an article has captions', async ({
  browser,
}) => {
  const title = `Stretching ${Date.now().toString(36)}`
  const page = await openAs(browser, 'staff@sunrise.test', '/content?new=content', {
    viewport: { width: 1280, height: 900 },
  })
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill('x'.repeat(121))
  await form.getByLabel('Category', { exact: true }).selectOption('Exercise')
  await form.getByRole('button', { name: 'Create Draft' }).click()
  await expect(form.getByText(contentTexts.validation.titleLong)).toBeVisible()
  await form.getByLabel('Title').fill(title)
  await form.getByRole('button', { name: 'Create Draft' }).click()

  await page.getByRole('textbox', { name: 'Text' }).waitFor()
  const field = page.getByLabel('Title', { exact: true })
  const long = `${title} ${'and breathing '.repeat(12)}`
  await field.fill(long)
  await page.getByRole('textbox', { name: 'Text' }).click()
  await page.keyboard.type('Once a day.')
  await expect(field).toHaveAccessibleDescription(contentTexts.validation.titleLong)
  await expect(page.getByText(contentTexts.editor.unfit)).toBeVisible()
  await expectAccessible(page)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(field).toHaveValue(long)
  await expect(page.getByText('Once a day.')).toBeVisible()
  await page.goto(new URL('/content?new=content', page.url()).href)
  await form.getByLabel('Title').fill(`Breathing ${title}`)
  await form.getByLabel('Category', { exact: true }).selectOption('Exercise')
  await form.getByRole('button', { name: 'Create Draft' }).click()
  await page.getByRole('textbox', { name: 'Text' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Content', exact: true }).click()
  await page.getByRole('link', { name: title, exact: true }).click()
  await expect(field).toHaveValue(long)
  await expect(page.getByText('Once a day.')).toBeVisible()
  await field.fill(title)
  await expect(page.getByText(/^Saved \d/)).toBeVisible()

  await page.route('**/save-content', (route) =>
    route.fulfill({
      status: 422,
      json: {
        error: {
          code: 'invalid_input',
          message: 'Please check the highlighted fields.',
          fields: [{ path: 'category', message: contentTexts.validation.categoryUnknown }],
        },
      },
    }),
  )
  await page.getByLabel('Description').fill('Five minutes')
  await expect(page.getByLabel('Category', { exact: true })).toHaveAccessibleDescription(
    contentTexts.validation.categoryUnknown,
  )
  await page.unroute('**/save-content')
  await page.getByLabel('Category', { exact: true }).selectOption('Wellness')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()

  await page.getByRole('button', { name: 'Video', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Video' })
  const add = (name: string, mimeType: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await add('stretch.webm', 'video/webm', await aVideo(4))
  await dialog.getByRole('button', { name: 'Insert video' }).waitFor()
  await add('stretch.vtt', 'text/vtt', Buffer.from('WEBVTT\n\n00:00.000 --> 00:04.000\nReach up\n'))
  await dialog.getByRole('button', { name: 'Remove: Captions' }).waitFor()
  await dialog.getByRole('button', { name: 'Insert video' }).click()
  const captions = page.locator('video track[kind=captions]')
  await expect(captions).toHaveCount(1)
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  // removes the captions and adds them again, at the video
  await page.getByRole('button', { name: 'Name and captions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove: Captions' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(captions).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(captions).toHaveCount(1)
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Preview as patient' }).click()
  await expect(page.locator('video track[kind=captions]')).toHaveAttribute('src', /./)
})
