import { expect, it } from 'vitest'
import { isMedicalMerchant, medicalMerchantCode } from './merchant-code.ts'

it('recognizes codes of health care, and accepts an unknown code', () => {
  for (const code of [medicalMerchantCode, '8011', '8021', '8041', '8062', '8071', '5976', null])
    expect(isMedicalMerchant(code), String(code)).toBe(true)
  for (const code of ['5734', '7299', '8111', '8220', '5912'])
    expect(isMedicalMerchant(code), code).toBe(false)
})
