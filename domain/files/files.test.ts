import { describe, expect, it } from 'vitest'
import { acceptedBy, cleanName, clinicStorageBytes, isFileKind, sizeText, storedName } from './files.ts'

describe('a name', () => {
  it.each([
    ['scan.pdf', 'scan.pdf'],
    ['C:\\Users\\Dana\\scan.pdf', 'scan.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['  knee  (left).png ', 'knee (left).png'],
    ['a\u0000b\r\nSet-Cookie: x=1.txt', 'a b Set-Cookie x=1.txt'],
    ['\u202Egnp.exe', 'gnp.exe'],
    ['.htaccess', 'htaccess'],
    ['con"sent<1>.pdf', 'con sent 1.pdf'],
    ['Übersicht.pdf'.normalize('NFD'), 'Übersicht.pdf'],
    ['', 'file'],
    ['///', 'file'],
    ['...', 'file'],
  ])('cleans %j to %j', (name, clean) => {
    expect(cleanName(name)).toBe(clean)
  })

  it('is cut at 120 whole characters', () => {
    expect([...cleanName('🩺'.repeat(500))]).toHaveLength(120)
    const long = storedName(`${'a'.repeat(500)}.jpg`, 'image/jpeg')
    expect(long).toHaveLength(120)
    expect(long).toMatch(/\.jpg$|a$/)
  })

  it("ends with the extension of the file's type", () => {
    expect(storedName('photo.jpeg', 'image/jpeg')).toBe('photo.jpeg')
    expect(storedName('photo.JPG', 'image/jpeg')).toBe('photo.JPG')
    expect(storedName('invoice.pdf.exe', 'application/pdf')).toBe('invoice.pdf')
    expect(storedName('page.html', 'text/plain')).toBe('page.txt')
    expect(storedName('noextension', 'image/png')).toBe('noextension.png')
  })
})

it('sizes are decimal, with one digit below ten', () => {
  expect([0, 1, 999, 1_000, 340_400, 999_999, 2_480_000, 25_000_000, 5_000_000_000].map(sizeText)).toEqual([
    '0 bytes',
    '1 byte',
    '999 bytes',
    '1 KB',
    '340 KB',
    '1 MB',
    '2.5 MB',
    '25 MB',
    '5 GB',
  ])
})

it('a file input offers what the kind accepts', () => {
  expect(acceptedBy('avatar')).toContain('.svg')
  expect(acceptedBy('person_file')).not.toContain('.svg')
  expect(isFileKind('logo')).toBe(true)
  expect(isFileKind('toString')).toBe(false)
})

// spec: B9 A clinic has 5 GB of storage
it('a clinic has 5 GB of storage', () => {
  expect(clinicStorageBytes).toBe(5_000_000_000)
})
