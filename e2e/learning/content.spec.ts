import type { Browser, Page } from '@playwright/test'
import sharp from 'sharp'
import { learningTexts } from '#domain/texts/learning.ts'
import { aPdf } from '../support/a-pdf.ts'
import { expectAccessible, expectAccessibleInBothThemes } from '../support/accessibility.ts'
import { joinAsPatient, openAs, sessionOf } from '../support/people.ts'
import { expectLoaded, serverAddress } from '../support/product.ts'
import { aVideo } from '../support/small-video.ts'
import { expect, test } from '../support/test.ts'

/* Published content reaches patients, and each reader is counted once. */
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

const desktop = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 844 } }

// spec: B2.5 A patient finds and reads an article
// spec: B2.13 An article is written, published and counted
// spec: B2.13 Resource Library assigns a resource to a patient and shows its effectiveness
// spec: B2.13 A draft is published and archived
test('an article is written, published, found and read by a patient, and counted', async ({ browser }) => {
  const title = `Flu shots this fall ${Date.now().toString(36)}`
  const page = await openAs(browser, 'staff@sunrise.test', '/content', desktop)
  await expectLoaded(page)
  await page.getByRole('button', { name: 'Create Content' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Category', { exact: true }).selectOption('Wellness')
  await form.getByRole('button', { name: 'Create Draft' }).click()

  const text = page.getByRole('textbox', { name: 'Text' })
  await text.click()
  await page.keyboard.type('Come on a Tuesday.\n## Please bring\n- A **warm** coat')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await page.getByRole('button', { name: 'Preview as patient' }).click()
  await expect(page.getByRole('heading', { name: 'Please bring' })).toBeVisible()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Content status has been updated to published')).toBeVisible()

  await page.getByRole('link', { name: 'Content', exact: true }).first().click()
  await page.getByLabel('Search content').fill(title)
  await page.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Assign to Patient' }).click()
  const assign = page.getByRole('dialog')
  await assign.getByLabel('Patients').fill('Nora')
  await assign.getByRole('option', { name: /^Nora Lindqvist/ }).waitFor()
  // chooses the patient and does not submit
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(assign.getByRole('button', { name: 'Remove Nora Lindqvist from the list' })).toBeVisible()
  await assign.getByLabel('Why').fill('Before the winter')
  await expectAccessible(page)
  await assign.getByRole('button', { name: 'Assign', exact: true }).click()
  await expect(page.getByText(/^“.+” assigned to Nora Lindqvist$/)).toBeVisible()

  const reader = await openAs(browser, 'patient@sunrise.test', '/learn', phone)
  await expectLoaded(reader)
  await expect(reader.getByRole('region', { name: 'For you' }).getByText(title)).toBeVisible()
  await reader.getByLabel('Search').fill(title)
  await reader.getByRole('link', { name: `Read Article: ${title}` }).click()
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await expect(reader.locator('strong', { hasText: 'warm' })).toBeVisible()
  await expect(reader).toHaveTitle(/Learning Center/)
  await reader.getByRole('button', { name: 'Save for later' }).click()
  await expect(reader.getByRole('button', { name: 'Saved for later', pressed: true })).toBeVisible()
  await reader.reload()
  await expect(reader.getByRole('button', { name: 'Saved for later', pressed: true })).toBeVisible()
  await expect(reader.getByText('Before the winter')).toBeVisible()
  await reader.getByRole('button', { name: 'I have read this' }).click()
  await expect(reader.getByText(/^Completed/)).toBeVisible()
  await reader.getByRole('radio', { name: '5 stars' }).click({ force: true })
  await expect(reader.getByRole('radio', { name: '5 stars' })).toBeChecked()

  await page.getByRole('tab', { name: 'Insights' }).click()
  await page.getByRole('button', { name: /^Show all \d+$/ }).click()
  const figures = page.getByRole('table', { name: 'Resource Effectiveness' })
  const result = figures.getByRole('row', { name: new RegExp(title) })
  await expect(result.getByRole('img', { name: '5 of 5 stars, 1 rating' })).toBeVisible()
  await expect(result.getByText('100%')).toBeVisible()

  await page.reload()
  await page.getByRole('tab', { name: 'Lessons' }).click()
  await page.getByLabel('Search content').fill(title)
  const row = page.getByRole('table', { name: 'Content' }).getByRole('row', { name: new RegExp(title) })
  await expect(row.getByRole('cell').nth(5)).toHaveText('1')
  await row.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive' }).click()
  await expect(row.getByText('Archived')).toBeVisible()
  await reader.goto(new URL('/learn', reader.url()).href)
  await expectLoaded(reader)
  await expect(reader.getByText(title)).toHaveCount(0)
})

// spec: B2.13 A PDF becomes a presentation
// spec: B2.14 A patient swipes through a presentation
// spec: B2.9 View Syllabus and Show Slides lead to the lesson of the visit
test('a PDF becomes a presentation, is featured, and a patient swipes through it', async ({ browser }) => {
  const title = `Strong knees ${Date.now().toString(36)}`
  const page = await openAs(browser, 'staff@sunrise.test', '/content?new=content', desktop)
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Content Type').selectOption('presentation')
  await form.getByLabel('Category', { exact: true }).selectOption('Exercise')
  await form.getByRole('button', { name: 'Create Draft' }).click()
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'knees.pdf', mimeType: 'application/pdf', buffer: await aPdf(3) })
  await expect(page.getByText('3 slides imported')).toBeVisible({ timeout: 60_000 })
  await page.getByLabel('Speaker notes').fill('Show it with a chair')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Content status has been updated to published')).toBeVisible()
  const itemId = new URL(page.url()).pathname.split('/').pop()

  await page.goto(new URL('/content', page.url()).href)
  const listed = page.getByRole('table', { name: 'Content' }).getByRole('row', { name: new RegExp(title) })
  await listed.getByRole('button', { name: `Actions for ${title}` }).click()
  await page.getByRole('menuitem', { name: 'Feature in the Learning Center' }).click()
  await expect(listed.getByText('Featured')).toBeVisible()
  await page.getByRole('button', { name: /^Show .* Presentation$/ }).click()
  await expect(page.getByRole('dialog', { name: `Presentation: ${title}` })).toBeVisible()
  await page.keyboard.press('Escape')

  const reader = await openAs(browser, 'patient@sunrise.test', '/learn', { ...phone, hasTouch: true })
  const shelf = reader.getByRole('region', { name: 'Featured Articles' })
  await shelf.getByRole('article').filter({ hasText: title }).getByRole('link').click()
  await expect(reader.getByRole('img', { name: 'This is page 1' })).toBeVisible()
  await reader.getByRole('button', { name: 'Show the slides' }).click()
  const viewer = reader.getByRole('dialog', { name: `Presentation: ${title}` })
  await expect(viewer.getByText('1 / 3')).toBeVisible()
  await expectAccessible(reader)
  // a click on faded controls only shows them again, and two fingers zoom the slide
  const faded = viewer.locator('.viewer-controls-faded')
  const next = await viewer.getByRole('button', { name: 'Next slide' }).boundingBox()
  await expect(faded).not.toHaveCount(0)
  await reader.touchscreen.tap((next?.x ?? 0) + 12, (next?.y ?? 0) + 12)
  await expect(faded).toHaveCount(0)
  await expect(viewer.getByText('1 / 3')).toBeVisible()
  const stage = viewer.locator('> div').last()
  await expect(stage).toHaveCSS('touch-action', 'pan-y pinch-zoom')
  await swipe(reader, 300, 100)
  await expect(viewer.getByRole('img', { name: 'This is page 2' })).toBeVisible()
  await expect(async () => {
    await reader.keyboard.press('End')
    await expect(viewer.getByText('3 / 3')).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(async () => {
    if (await viewer.getByText('3 / 3').isVisible()) await viewer.getByRole('img').first().dblclick()
    await expect(viewer.getByText('1 / 3')).toBeVisible({ timeout: 500 })
  }).toPass()
  await reader.keyboard.press('Escape')
  await expect(viewer).toHaveCount(0)
  await expect(reader.getByText('Show it with a chair')).toHaveCount(0)
  await expect(reader.getByText(/^Completed/)).toBeVisible()

  // shown in a visit: a colleague is signed in on the room's computer
  const { lessonId, name } = await aLessonInAVisit(browser, itemId ?? '')
  const presenter = await openAs(browser, 'staff@sunrise.test', `/visit-lessons/${lessonId}`, desktop)
  const room = await openAs(browser, 'admin@sunrise.test', '/content', desktop)
  await answerOnceWithExpiredAddresses(room)
  await room.goto(new URL(`/visit-lessons/${lessonId}/room`, room.url()).href)
  await expect(presenter.getByText('Show it with a chair')).toBeVisible()
  await expect(room.getByRole('img', { name: 'This is page 1' })).toBeVisible()
  await presenter.keyboard.press('ArrowRight')
  await expect(room.getByRole('img', { name: 'This is page 2' })).toBeVisible()
  await presenter.keyboard.press('End')
  await expect(room.getByRole('img', { name: 'This is page 3' })).toBeVisible()
  await expect(room.getByText('Show it with a chair')).toHaveCount(0)
  await expectAccessibleInBothThemes(presenter)

  const list = await openAs(browser, 'staff@sunrise.test', '/appointments?show=upcoming', desktop)
  await list.getByRole('searchbox', { name: 'Search', exact: true }).fill(name)
  const visit = list.getByRole('listitem').filter({ hasText: name })
  await expect(visit.getByRole('link', { name: 'View Syllabus' })).toHaveAttribute('href', /preview=yes/)
  await expect(visit.getByRole('link', { name: 'Show Slides' })).toHaveAttribute(
    'href',
    new RegExp(`/visit-lessons/${lessonId}`),
  )
  await expect(visit.getByText('Last shown: slide 3. Not finished.')).toBeVisible()
  // Escape leaves without finishing; a browser closes only a window that a link opened
  const leaving = await presenter.context().newPage()
  await leaving.goto(presenter.url())
  await expect(leaving.getByRole('button', { name: 'Leave' })).toBeVisible()
  await leaving.keyboard.press('Escape').catch(() => {})
  await expect.poll(() => leaving.isClosed() || !leaving.url().includes('/visit-lessons/')).toBe(true)
  await leaving.close()
  await presenter.getByRole('button', { name: 'Finish' }).click()
  await presenter.getByRole('button', { name: 'Finish the lesson' }).click()
  await expect(visit.getByText('Shown', { exact: true })).toBeVisible()
  await expect(visit.getByRole('link', { name: 'Show Slides' })).toHaveCount(0)
})

/** The first answer has expired picture URLs. */
async function answerOnceWithExpiredAddresses(page: Page): Promise<void> {
  await page.route(
    '**/get-presentation-slides?**',
    async (route) => {
      // Node does not resolve the clinic's host
      const { pathname, search, host } = new URL(route.request().url())
      const answer = await route.fetch({
        url: `${serverAddress}${pathname}${search}`,
        headers: { ...route.request().headers(), host },
      })
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replaceAll('link=', 'link=expired'),
      })
    },
    { times: 1 },
  )
}

/** A future visit of a new patient, with slides. @returns the lesson's id, and the patient's name */
async function aLessonInAVisit(
  browser: Browser,
  presentationId: string,
): Promise<{ lessonId: string; name: string }> {
  const context = await browser.newContext()
  const { request } = context
  const name = `Lesley Lesson ${Date.now().toString(36)}`
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.test`
  await joinAsPatient(context, 'sunrise', { email, name, password: 'a long enough password' })
  const { access_token: token } = await sessionOf(request, 'staff@sunrise.test')
  const headers = { Authorization: `Bearer ${token}`, 'x-clinic': 'sunrise' }
  const call = async (method: 'get' | 'post', path: string, data?: object) => {
    const answer = await request[method](`${serverAddress}${path}`, { headers, ...(data && { data }) })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
  const [patient] = await call('get', `/rest/v1/patients?select=id&full_name=eq.${encodeURIComponent(name)}`)
  const { appointmentId } = await call('post', '/functions/v1/schedule-appointment', {
    patientId: patient.id,
    appointmentType: 'therapy',
    date: '2041-05-06',
    time: '10:00',
    duration: 60,
    providerId: '',
    roomId: '',
    notes: '',
  })
  const { lessonId } = await call('post', '/functions/v1/set-visit-lesson', {
    appointmentId,
    presentationId,
  })
  await context.close()
  return { lessonId, name }
}

// spec: B2.13 A video plays with captions
test('a video plays with captions, and resumes at the patient’s position', async ({ browser }) => {
  const title = `Breathing out ${Date.now().toString(36)}`
  const page = await openAs(browser, 'staff@sunrise.test', '/content?new=content', desktop)
  const form = page.getByRole('dialog')
  await form.getByLabel('Title').fill(title)
  await form.getByLabel('Content Type').selectOption('video')
  await form.getByLabel('Category', { exact: true }).selectOption('Wellness')
  await form.getByRole('button', { name: 'Create Draft' }).click()
  const add = async (field: string, name: string, mimeType: string, buffer: Buffer) => {
    const group = page.getByRole('group', { name: field, exact: true })
    await group.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
    await expect(page.getByRole('button', { name: `Remove: ${field}` })).toBeVisible()
  }
  // a slow network: delays the first video until it is shown with its captions
  const slowly = Promise.withResolvers<void>()
  let isShown = false
  await page.route('**', async (route) => {
    const isFirst = route.request().resourceType() === 'media' && !isShown
    isShown ||= isFirst
    if (isFirst) await slowly.promise
    await route.continue()
  })
  await add('Video', 'breathing.webm', 'video/webm', await aVideo(40))
  const captions = 'WEBVTT\n\n00:00.000 --> 00:20.000\nBreathe in\n\n00:20.000 --> 00:40.000\nBreathe out\n'
  await add('Captions', 'breathing.vtt', 'text/vtt', Buffer.from(captions))
  await expect(page.locator('video')).toHaveJSProperty('duration', 40)
  slowly.resolve()
  await add('Picture before it plays', 'poster.png', 'image/png', await aPicture())
  await page.getByLabel('Transcript').fill('Breathe in. Breathe out.')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Remove: Captions' })).toBeVisible()
  await expect(page.locator('dl').filter({ hasText: 'Author' })).toContainText('Takes1 minViews0')
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByText('Content status has been updated to published')).toBeVisible()
  const itemId = new URL(page.url()).pathname.split('/').pop()

  const reader = await openAs(browser, 'patient@sunrise.test', `/learn/${itemId}`, phone)
  const video = reader.locator('video')
  await expect(video).toHaveJSProperty('duration', 40)
  await expect(video).toHaveAttribute('poster', /./)
  await reader.getByLabel('Speed').selectOption('2')
  await expect(video).toHaveJSProperty('playbackRate', 2)
  await reader.getByText('Transcript').click()
  await expect(reader.getByText('Breathe in. Breathe out.')).toBeVisible()
  await expectAccessible(reader)
  await video.evaluate(async (shown: HTMLVideoElement) => {
    shown.muted = true
    await shown.play()
  })
  await expect.poll(() => placeOf(reader)).toBeGreaterThan(0.5)
  await video.evaluate((shown: HTMLVideoElement) => {
    shown.currentTime = 24
  })
  await expect.poll(() => captionsOf(reader)).toBe('Breathe out')
  await video.evaluate((shown: HTMLVideoElement) => shown.pause())
  await expect
    .poll(async () => {
      await reader.reload()
      const goOn = reader.getByRole('button', { name: /^Continue at 0:2\d$/ })
      return goOn.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
  await reader.getByRole('button', { name: /^Continue at/ }).click()
  await expect.poll(() => placeOf(reader)).toBeGreaterThan(23)

  // jumping to the end does not complete it; playing all parts in any order does
  const play = (from: number, rate: number) =>
    video.evaluate(
      (shown: HTMLVideoElement, at) => {
        shown.muted = true
        shown.currentTime = at.from
        shown.playbackRate = at.rate
        return shown.play()
      },
      { from, rate },
    )
  const reported = reader.waitForResponse(
    (response) =>
      response.url().endsWith('/record-reading') && response.request().postDataJSON().position >= 39,
  )
  await play(30, 8)
  await reported
  await expect(reader.getByText(learningTexts.complete.watch)).toBeVisible()
  await play(0, 8)
  await expect(reader.getByText(/^Completed/)).toBeVisible()
})

const placeOf = (page: Page) => page.locator('video').evaluate((shown: HTMLVideoElement) => shown.currentTime)

const captionsOf = (page: Page) =>
  page
    .locator('video')
    .evaluate((shown: HTMLVideoElement) => (shown.textTracks[0]?.activeCues?.[0] as VTTCue | undefined)?.text)

const aPicture = () =>
  sharp({ create: { width: 640, height: 360, channels: 3, background: { r: 40, g: 90, b: 80 } } })
    .png()
    .toBuffer()

async function swipe(page: Page, from: number, to: number): Promise<void> {
  await page.getByRole('dialog').evaluate(
    (dialog, [start, end]) => {
      const target = dialog.lastElementChild ?? dialog
      const touch = (x: number) => new Touch({ identifier: 1, target, clientX: x, clientY: 300 })
      const send = (type: string, x: number) =>
        target.dispatchEvent(new TouchEvent(type, { bubbles: true, changedTouches: [touch(x)] }))
      send('touchstart', start ?? 0)
      send('touchend', end ?? 0)
    },
    [from, to],
  )
}
