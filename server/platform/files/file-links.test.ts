import { expect, it } from 'vitest'
import { createFileLinks } from './file-links.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const caller = {
  userId: '0197a3f0-0000-7000-8000-00000000000a',
  sessionId: '0197a3f0-0000-7000-8000-00000000000b',
  clinic: 'sunrise',
  requestId: 'r',
  address: null,
} as unknown as Parameters<ReturnType<typeof createFileLinks>['sign']>[0]
const fileId = '0197a3f0-0000-7000-8000-00000000000c'
const at = (time: string) => new Date(`2026-03-10T${time}Z`)
const sealedOf = (url: string) => new URL(url, 'http://x').searchParams.get('link') ?? ''

it('a link is valid for five to ten minutes, and stays the same for five', () => {
  const links = createFileLinks(key)
  const { url, expiresAt } = links.sign(caller, fileId, at('15:04:59'))
  expect(expiresAt).toEqual(at('15:10:00'))
  expect(links.sign(caller, fileId, at('15:00:00')).url).toBe(url)
  expect(links.sign(caller, fileId, at('15:05:00')).url).not.toBe(url)
  expect(links.open(sealedOf(url), fileId, at('15:09:59'))).toMatchObject({
    userId: caller.userId,
    clinic: 'sunrise',
  })
  expect(links.open(sealedOf(url), fileId, at('15:10:00'))).toBeNull()
})

it('a link hides its caller, and opens with the same installation’s key only', () => {
  const links = createFileLinks(key)
  const sealed = sealedOf(links.sign(caller, fileId, at('15:00:00')).url)
  expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain('sunrise')
  expect(createFileLinks(key).open(sealed, fileId, at('15:00:00'))).not.toBeNull()
  expect(
    createFileLinks(Buffer.alloc(32, 8).toString('base64')).open(sealed, fileId, at('15:00:00')),
  ).toBeNull()
  const rotated = createFileLinks(`${Buffer.alloc(32, 8).toString('base64')}, ${key}`)
  expect(rotated.open(sealed, fileId, at('15:00:00'))).not.toBeNull()
  expect(createFileLinks(null).open(sealed, fileId, at('15:00:00'))).toBeNull()
  for (const broken of ['', 'A', sealed.slice(0, 30), `${sealed}A`, 'A'.repeat(5_000)])
    expect(links.open(broken, fileId, at('15:00:00'))).toBeNull()
})
