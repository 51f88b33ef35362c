import { expect, it } from 'vitest'
import { searchTerms } from './search-terms.ts'

const numbers = (text: string) =>
  searchTerms(text).flatMap((term) => term.numbers.map((parts) => parts.join(' ')))

it.each([
  '2019-05-31',
  '2019/5/31',
  '05/31/2019',
  '5/31/2019',
  '31.5.2019',
  '31/05/2019',
  '05 31 2019',
  'May 31 2019',
  'May 31, 2019',
  'may 31st, 2019',
  '31 May 2019',
  '31st of May 2019',
  '31-May-2019',
  '2019 May 31',
  '20190531',
  '05312019',
  '31052019',
  '０５/３１/２０１９',
])('%s is a birthday', (text) => {
  expect(numbers(text)).toContain('2019-05-31')
})

it.each([
  ['5/31/19', '19-05-31'],
  ["May 31 '19", '19-05-31'],
  ['31 May 19', '19-05-31'],
  ['053119', '19-05-31'],
  ['5/31', '-05-31'],
  ['0531', '-05-31'],
  ['May 31', '-05-31'],
  ['Sept. 2019', '2019-09-'],
  ['09/2019', '2019-09-'],
])('%s is a part of a birthday', (text, part) => {
  expect(numbers(text)).toContain(part)
})

it('both orders of an ambiguous date match', () => {
  expect(numbers('04/05/1990')).toEqual(expect.arrayContaining(['1990-04-05', '1990-05-04']))
})

it.each([
  ['(416) 555-0147', '4165 1655 6555 5550 5501 5014 0147'],
  ['416.555.0147', '4165 1655 6555 5550 5501 5014 0147'],
  ['+1 416 555 0147', '1416 4165 1655 6555 5550 5501 5014 0147'],
  ['011 44 20 7946 0018', '4420 4207 2079 0794 7946 9460 4600 6001 0018'],
  ['0044 20 7946 0018', '4420 4207 2079 0794 7946 9460 4600 6001 0018'],
  ['020 7946 0018', '2079 0794 7946 9460 4600 6001 0018'],
  ['+44 (0)20 7946 0018', '4420 4207 2079 0794 7946 9460 4600 6001 0018'],
  ['0147', '0147'],
])('%s is a phone number', (text, parts) => {
  expect(numbers(text)).toContain(parts)
})

it('names beside numbers, and words with digits, remain words', () => {
  expect(searchTerms('Siobhán 0147')).toEqual([
    { word: '0147', numbers: [['0147']] },
    { word: 'Siobhán', numbers: [] },
  ])
  expect(searchTerms('9999@example Twin 4 May')).toEqual([
    { numbers: [['-05-04']] },
    { word: '9999@example', numbers: [] },
    { word: 'Twin', numbers: [] },
  ])
  expect(searchTerms('May 45')).toEqual(['May', '45'].map((word) => ({ word, numbers: [] })))
  expect(searchTerms(' - ’ \u200b')).toEqual([])
})
