import { describe, expect, it, test } from 'vitest'
import {
  type ContentBody,
  contentBody,
  contentTypes,
  emptyBody,
  fieldOfFile,
  filesIn,
  missingIn,
  readMinutes,
} from './body.ts'
import { documentFromMarkdown } from './markdown.ts'

const [one, two, three] = ['1', '2', '3'].map((digit) => `0197a3f0-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
]
const article = (markdown: string) => ({ type: 'article' as const, document: documentFromMarkdown(markdown) })
const picture = (alt: string) => ({
  type: 'article' as const,
  document: {
    type: 'doc' as const,
    content: [{ type: 'picture' as const, attrs: { fileId: one, alt, caption: '' } }],
  },
})

test.each(contentTypes)('a new %s is a valid draft that lacks its main field', (type) => {
  const body = emptyBody(type)
  expect(contentBody.parse(body)).toEqual(body)
  expect(missingIn(body).length).toBeGreaterThan(0)
  // The length of a video is unknown before its upload.
  expect(readMinutes(body)).toBe(type === 'video' ? 0 : 1)
  expect(filesIn(body, null).size).toBe(0)
})

describe('before publishing', () => {
  it('an article has text, and each picture has a description', () => {
    expect(missingIn(article('Hello'))).toEqual([])
    expect(missingIn(article(' '))).toEqual([{ path: 'body.document', message: 'Write something first.' }])
    expect(missingIn(picture('A knee'))).toEqual([])
    expect(missingIn(picture(' '))).toEqual([{ path: 'body.document', message: 'Describe each picture.' }])
  })

  it('every other type has its file, and an image its description', () => {
    expect(missingIn({ type: 'pdf', fileId: one })).toEqual([])
    expect(missingIn({ type: 'image', fileId: one, alt: '' })).toEqual([
      { path: 'body.alt', message: 'Describe the image.' },
    ])
  })
})

describe('the reading time', () => {
  it.each([
    [1, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
  ])('%d words: %d minutes', (words, minutes) => {
    expect(readMinutes(article(Array(words).fill('word').join(' ')))).toBe(minutes)
  })

  it('the length of a video', () => {
    const video = emptyBody('video')
    expect(readMinutes({ ...video, durationSeconds: 29 } as never)).toBe(1)
    expect(readMinutes({ ...video, durationSeconds: 150 } as never)).toBe(3)
  })
})

it('returns each file once, with its kind', () => {
  const video = { ...emptyBody('video'), fileId: one, captionsFileId: two, posterFileId: three }
  expect([...filesIn(video as never, three)]).toEqual([
    [three, 'content_picture'],
    [one, 'content_video'],
    [two, 'content_captions'],
  ])
  expect([...filesIn(picture('x'), one)]).toEqual([[one, 'content_picture']])
})

it('accepts an article’s video with captions, and an older one without the field', () => {
  const withVideo = (attrs: object) => ({
    type: 'article',
    document: {
      type: 'doc',
      content: [{ type: 'video', attrs: { fileId: one, title: 'Stretch', ...attrs } }],
    },
  })
  const files = (attrs: object) => [...filesIn(contentBody.parse(withVideo(attrs)), null).keys()]
  expect(files({ captionsFileId: two })).toEqual([one, two])
  expect(files({ captionsFileId: null })).toEqual([one])
  expect(files({})).toEqual([one])
  expect(contentBody.safeParse(withVideo({ captionsFileId: 'x' })).success).toBe(false)
})

it('names the field that uses a file', () => {
  const video = { ...emptyBody('video'), fileId: one, captionsFileId: two } as ContentBody
  expect([one, two, three].map((id) => fieldOfFile(video, three, id))).toEqual([
    'body.fileId',
    'body.captionsFileId',
    'coverFileId',
  ])
  expect(fieldOfFile(picture('x'), null, one)).toBe('body.document')
})

it('refuses another type’s fields, invalid ids and overlong texts', () => {
  for (const wrong of [
    { type: 'presentation' },
    { type: 'pdf', fileId: 'https://evil.test/x.pdf' },
    { type: 'image', fileId: null, alt: 'x'.repeat(301) },
    { ...emptyBody('video'), durationSeconds: -1 },
    { ...emptyBody('video'), transcript: 'x'.repeat(60_001) },
    { type: 'article', document: '<p>' },
  ])
    expect(contentBody.safeParse(wrong).success).toBe(false)
})

describe('a video of another service', () => {
  const youtube = { ...emptyBody('video'), embed: { provider: 'youtube', id: 'dQw4w9WgXcQ' } }

  it('is published without a file, with its id only', () => {
    expect(missingIn(contentBody.parse(youtube))).toEqual([])
    for (const id of ['', 'https://evil.test', '../../x', 'dQw4w9WgXcQ?autoplay=1'])
      expect(contentBody.safeParse({ ...youtube, embed: { provider: 'youtube', id } }).success).toBe(false)
    expect(
      contentBody.safeParse({ ...youtube, embed: { provider: 'evil', id: 'dQw4w9WgXcQ' } }).success,
    ).toBe(false)
  })

  it('is absent from older content', () => {
    const { embed: _, ...before } = emptyBody('video') as { embed: null }
    expect(contentBody.parse(before)).toMatchObject({ embed: null })
  })
})

it('preserves the lines of a transcript, without characters that cannot be stored', () => {
  const body = contentBody.parse({ ...emptyBody('video'), transcript: 'One\r\nTwo\u0000\ud800' })
  expect(body).toMatchObject({ transcript: 'One\nTwo\ufffd' })
})
