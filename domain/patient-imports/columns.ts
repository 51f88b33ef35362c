export const importFields = [
  'fullName',
  'firstName',
  'lastName',
  'email',
  'birthday',
  'phone',
  'plan',
  'price',
  'paidUntil',
] as const
export type ImportField = (typeof importFields)[number]

/** The column of each field, from 0; absent if the file has none. */
export type ColumnChoice = Partial<Record<ImportField, number>>

/** Headings of other products, lower case without blanks and punctuation. */
const headings: Record<ImportField, readonly string[]> = {
  fullName: ['name', 'fullname', 'patient', 'patientname', 'member', 'membername', 'client', 'clientname'],
  firstName: ['firstname', 'first', 'givenname', 'forename'],
  lastName: ['lastname', 'last', 'surname', 'familyname'],
  email: ['email', 'emailaddress', 'mail', 'eaddress', 'patientemail', 'memberemail'],
  birthday: ['birthday', 'birthdate', 'dateofbirth', 'dob', 'born', 'bornon'],
  phone: [
    'phone',
    'phonenumber',
    'mobile',
    'mobilephone',
    'mobilenumber',
    'cell',
    'cellphone',
    'telephone',
    'tel',
  ],
  plan: ['plan', 'planname', 'membership', 'membershipplan', 'membershiptype', 'subscription'],
  price: ['price', 'amount', 'fee', 'planprice', 'monthlyfee', 'rate'],
  paidUntil: [
    'paiduntil',
    'alreadypaiduntil',
    'paidthrough',
    'paidto',
    'nextbilling',
    'nextbillingdate',
    'validuntil',
  ],
}

/** Assigns each field the first column with a known heading. */
export function recognizeColumns(head: readonly string[]): ColumnChoice {
  const plain = head.map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, ''))
  const choice: ColumnChoice = {}
  for (const field of importFields) {
    const column = plain.findIndex((text) => headings[field].includes(text))
    if (column >= 0) choice[field] = column
  }
  return choice
}

/** Only the name is required. */
export function areEnoughColumns(choice: ColumnChoice): boolean {
  return choice.fullName !== undefined || choice.firstName !== undefined || choice.lastName !== undefined
}
