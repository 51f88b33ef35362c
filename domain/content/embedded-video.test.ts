import { describe, expect, it } from 'vitest'
import { hostileAddresses } from '#testing/hostile/hostile-documents.ts'
import { embeddedVideo, frameAddress } from './embedded-video.ts'

describe('the address of a video', () => {
  it.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', 'youtube', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'youtube', 'dQw4w9WgXcQ'],
    ['m.youtube.com/watch?v=dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://vimeo.com/123456789', 'vimeo', '123456789'],
    ['https://vimeo.com/123456789/0a1b2c3d4e', 'vimeo', '123456789/0a1b2c3d4e'],
    ['https://player.vimeo.com/video/123456789?h=0a1b2c3d4e', 'vimeo', '123456789/0a1b2c3d4e'],
  ])('%s', (address, provider, id) => {
    expect(embeddedVideo(address)).toEqual({ provider, id })
  })

  it.each([
    ...hostileAddresses,
    'https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ',
    'https://evil.test/youtube.com/watch?v=dQw4w9WgXcQ',
    'https://www.youtube.com/watch?v="><script>',
    'https://www.youtube.com/redirect?q=https://evil.test',
    'https://youtu.be/',
    'https://vimeo.com/../logout',
    'https://vimeo.com/channels/staffpicks',
    'https://player.vimeo.com/video/123456789?h=<svg>',
  ])('refuses %s', (address) => {
    expect(embeddedVideo(address)).toBeNull()
  })
})

it('a frame leads to the provider, without cookies and without recommendations of other channels', () => {
  expect(frameAddress({ provider: 'youtube', id: 'dQw4w9WgXcQ' })).toBe(
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0',
  )
  expect(frameAddress({ provider: 'vimeo', id: '123456789/0a1b2c3d4e' })).toBe(
    'https://player.vimeo.com/video/123456789?dnt=1&h=0a1b2c3d4e',
  )
  expect(() => frameAddress({ provider: 'youtube', id: '../../evil' })).toThrow()
})
