/** What Stripe asks of a payout account, as the clinic reads it. */
export const requirementTexts = {
  bankAccount: 'A bank account for your payouts',
  terms: 'Acceptance of Stripe’s terms',
  document: 'A photo of an identity document',
  idNumber: 'A tax or identity number',
  dateOfBirth: 'A date of birth',
  businessAddress: 'The address of your clinic',
  homeAddress: 'A home address',
  contact: 'An email address or phone number',
  personName: 'The name of the person in charge',
  taxNumber: 'The tax or registration number of your clinic',
  businessName: 'The legal name of your clinic',
  people: 'Who owns and runs the clinic',
  businessProfile: 'What your clinic offers, and its website',
  businessType: 'The legal form of your clinic',
  other: 'Further details, shown on Stripe’s page',
} as const
