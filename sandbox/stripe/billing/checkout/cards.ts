export interface Decline {
  code: string
  declineCode: string
  message: string
}

/** Stripe's published test cards (docs/payments.md 3). */
export interface TestCard {
  /** Stored on payment methods in place of the number. */
  name: string
  number: string
  /** Ids that create a new payment method with this card. */
  aliases: string[]
  brand: 'visa' | 'mastercard' | 'amex'
  /** The decline of every charge. */
  decline?: Decline
  /** False for cards that the bank refuses to save. */
  canBeSaved: boolean
  /** `until set up`: until the card is set up for off-session charges. */
  bankAsks?: 'always' | 'until set up'
  isDisputed?: 'as fraudulent' | 'by an inquiry'
  /** Payments can be paid out at once, not after two days. */
  isAvailableAtOnce?: boolean
}

const genericDecline: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
}

export const testCards: TestCard[] = [
  card('visa', '4242424242424242', 'visa', ['pm_card_visa']),
  card('mastercard', '5555555555554444', 'mastercard', ['pm_card_mastercard']),
  card('amex', '378282246310005', 'amex', ['pm_card_amex']),
  {
    ...card('chargeDeclined', '4000000000000002', 'visa', [
      'pm_card_visa_chargeDeclined',
      'pm_card_chargeDeclined',
    ]),
    decline: genericDecline,
    canBeSaved: false,
  },
  {
    ...card('insufficientFunds', '4000000000009995', 'visa', [
      'pm_card_visa_chargeDeclinedInsufficientFunds',
      'pm_card_chargeDeclinedInsufficientFunds',
    ]),
    decline: {
      code: 'card_declined',
      declineCode: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    },
    canBeSaved: false,
  },
  {
    ...card('expiredCard', '4000000000000069', 'visa', [
      'pm_card_chargeDeclinedExpiredCard',
      'pm_card_visa_chargeDeclinedExpiredCard',
    ]),
    decline: { code: 'expired_card', declineCode: 'expired_card', message: 'Your card has expired.' },
    canBeSaved: false,
  },
  {
    ...card('chargeCustomerFail', '4000000000000341', 'visa', [
      'pm_card_chargeCustomerFail',
      'pm_card_visa_chargeCustomerFail',
    ]),
    decline: genericDecline,
  },
  {
    ...card('authenticationRequired', '4000002760003184', 'visa', ['pm_card_authenticationRequired']),
    bankAsks: 'always',
  },
  {
    ...card('threeDSecure2Required', '4000000000003220', 'visa', ['pm_card_threeDSecure2Required']),
    bankAsks: 'always',
  },
  {
    ...card('authenticationRequiredOnSetup', '4000002500003155', 'visa', [
      'pm_card_authenticationRequiredOnSetup',
    ]),
    bankAsks: 'until set up',
  },
  {
    ...card('bypassPending', '4000000000000077', 'visa', ['pm_card_bypassPending']),
    isAvailableAtOnce: true,
  },
  {
    ...card('createDispute', '4000000000000259', 'visa', ['pm_card_createDispute']),
    isDisputed: 'as fraudulent',
  },
  {
    ...card('createDisputeInquiry', '4000000000001976', 'visa', ['pm_card_createDisputeInquiry']),
    isDisputed: 'by an inquiry',
  },
]

function card(name: string, number: string, brand: TestCard['brand'], aliases: string[]): TestCard {
  return { name, number, brand, aliases, canBeSaved: true }
}

/** By number, with or without spaces; undefined unless it is a test card. */
export function cardByNumber(number: string): TestCard | undefined {
  const digits = number.replace(/[\s-]/g, '')
  return testCards.find((each) => each.number === digits)
}

export function cardByAlias(alias: string): TestCard | undefined {
  return testCards.find((each) => each.aliases.includes(alias))
}

/** `tok_visa` is the card of `pm_card_visa`. */
export function cardByToken(token: string): TestCard | undefined {
  return token.startsWith('tok_') ? cardByAlias(token.replace('tok_', 'pm_card_')) : undefined
}

/** @throws Error for an unknown name: another version wrote the store */
export function cardByName(name: string): TestCard {
  const found = testCards.find((each) => each.name === name)
  if (!found) throw new Error(`The sandbox knows no test card ${name}`)
  return found
}
