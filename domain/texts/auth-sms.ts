export type SmsTemplate = 'sign-in' | 'confirm-phone' | 'phone-change' | 'reauthentication' | 'second-factor'

const purposes: Record<SmsTemplate, string> = {
  'sign-in': 'to sign in',
  'confirm-phone': 'to confirm your number',
  'phone-change': 'to confirm your new number',
  reauthentication: 'to confirm that it is you',
  'second-factor': 'to finish signing in',
}

/** At most 160 characters. The code comes first: a locked phone shows the beginning. */
export function smsText(template: SmsTemplate, code: string): string {
  return `${code} is your Carefold code ${purposes[template]}. Carefold will never ask you for it.`
}
