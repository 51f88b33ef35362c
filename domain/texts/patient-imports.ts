const people = (count: number) => (count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`)
const rows = (count: number) => (count === 1 ? '1 row' : `${count.toLocaleString('en-US')} rows`)

/** Texts of Members, Import from a file. */
export const patientImportTexts = {
  title: 'Import patients',
  lead: 'Bring your patients from another system. You see every row and every first charge before anything is saved.',
  back: 'Members',

  file: {
    title: 'Choose a CSV file',
    hint: 'One patient in a row, headings in the first. Up to 2,000 rows and 1 MB. Save a spreadsheet as CSV first.',
    columns:
      'Name and email are needed. Birthday, phone, plan, price and “paid until” are read where the file has them.',
    button: 'Choose file',
    other: 'Choose another file',
    chosen: (name: string, count: number) => `${name}: ${rows(count)}`,
    example: 'Download an example',
    exampleName: 'carefold-patients-example.csv',
    tooLarge: 'The file is larger than 1 MB. Split it and import the parts one after the other.',
    tooManyRows: (count: number) =>
      `The file has ${rows(count)}; 2,000 can be imported at once. Split it and import the parts one after the other.`,
    empty: 'The file has no rows below its headings.',
    notText: 'This is not a CSV file. In your spreadsheet, choose “Save as” or “Download” and then CSV.',
    broken: (line: number) =>
      `Line ${line} opens a quotation mark that is never closed. Mend it in the file, and choose the file again.`,
  },

  columns: {
    title: 'What is in which column?',
    hint: 'Columns with a known heading are chosen already.',
    none: 'Not in the file',
    firstValue: (value: string) => `First value: ${value}`,
    unnamed: (number: number) => `Column ${number}`,
    dateOrder: 'How are dates written?',
    dateOrders: { mdy: 'Month first: 3/28/2026', dmy: 'Day first: 28/3/2026' },
    missing: 'Choose the columns of the name and of the email.',
    twice: 'Each column can say one thing only.',
    check: 'Check the rows',
    checking: 'Checking...',
    failed: 'The rows could not be checked. Please try again.',
  },

  fields: {
    fullName: 'Name',
    firstName: 'First name',
    lastName: 'Last name',
    email: 'Email',
    birthday: 'Birthday',
    phone: 'Phone',
    plan: 'Plan',
    price: 'Price',
    paidUntil: 'Already paid until',
  },

  exampleRow: {
    fullName: '',
    firstName: 'Ida',
    lastName: 'Moss',
    email: 'ida.moss@example.com',
    birthday: '1984-03-28',
    phone: '(415) 555-0132',
    plan: '',
    price: '',
    paidUntil: '',
  },

  dryRun: {
    title: 'What would happen',
    nothingYet: 'Nothing is saved yet.',
    summary: (ready: number) => `${people(ready)} can be imported.`,
    nobody: 'Nobody can be imported from this file.',
    counts: {
      ready: (count: number) => `${count} ready`,
      problem: (count: number) => `${count} with a problem`,
      repeated: (count: number) => `${count} twice in the file`,
      here: (count: number) => `${count} already here`,
    },
    total: (amount: string, count: number) =>
      `First charges if ${count === 1 ? 'this person agrees' : `all ${count} agree`}: ${amount}`,
    caption: 'Rows of the file',
    show: 'Rows shown',
    filters: { all: 'All rows', ready: 'Ready', problem: 'Left out' },
    heads: { line: 'Line', person: 'Patient', plan: 'Plan', firstCharge: 'First charge', state: 'Result' },
    states: {
      ready: 'Ready',
      problem: 'Problem',
      repeated: 'Twice in the file',
      here: 'Already here',
    },
    repeatedDetail:
      'An earlier row has this address. A family joins with one sign-in and adds its members to the plan.',
    hereDetail: 'This address belongs to somebody in your clinic, or is invited already.',
    noPlan: 'No plan',
    paidUntil: (date: string) => `Paid until ${date}`,
    onJoining: 'when they join',
    afterTrial: (days: number) => `${days} days after they join`,
    on: (date: string) => `on ${date}`,
    later: 'Online payment can begin three days from now at the earliest, so nobody pays for a day twice.',
    consent:
      'No card is charged by the import. Everybody with a plan is asked to agree and to enter a card; the first charge is then made on the date above. Days that are paid already cost nothing, and whoever has some pays no enrolment fee again.',
    more: (count: number) => `Show ${rows(count)} more`,
    failedFile: 'Download rows that are left out',
    failedName: 'carefold-rows-left-out.csv',
    problemHead: 'Problem',
  },

  confirm: {
    heading: 'Import',
    invites: 'Email everybody an invitation now',
    invitesHint:
      'The link works for 72 hours. Without it they wait under Members, where you send the invitation when you want.',
    button: (count: number) => `Import ${people(count)}`,
    title: (count: number) => `Import ${people(count)}?`,
    withMail: (count: number) =>
      count === 1
        ? 'They are mailed an invitation in your clinic’s name at once.'
        : `All ${count} are mailed an invitation in your clinic’s name at once.`,
    withoutMail: 'Nobody is mailed. You can invite them later from Members.',
    cancel: 'Go back',
    busy: 'Starting...',
    failed: 'The import could not be started. Nothing was saved. Please try again.',
  },

  progress: {
    title: 'Importing',
    running: (done: number, total: number) => `${done} of ${total} done`,
    leave: 'You can leave this page: the import goes on.',
    doneTitle: 'Import finished',
    added: (count: number, invites: boolean) =>
      invites ? `${people(count)} added and invited.` : `${people(count)} added. Nobody was mailed.`,
    skipped: (count: number) => `${rows(count)} left out:`,
    reasons: {
      here: 'already here',
      not_allowed: 'you may no longer import',
      refused: 'the address was refused',
    },
    toMembers: 'Go to members',
    again: 'Import another file',
    failed: 'The progress could not be read. The import goes on.',
  },

  problems: {
    none: 'There is no row to import.',
    tooMany: 'At most 2,000 rows can be imported at once.',
    long: 'Longer than 300 characters.',
    nameMissing: 'The name is missing.',
    nameLong: 'The name is longer than 200 characters.',
    emailMissing: 'The email is missing: the patient signs in with it.',
    email: 'This is not an email address.',
    date: 'Write the date as 2026-03-28 or 3/28/2026, with a year of four digits.',
    birthday: 'A birthday lies between 1900 and today.',
    phone: 'This is not a phone number. Numbers of other countries begin with +.',
    planMissing: 'Name the plan that this price or date belongs to.',
    planUnknown: 'No published plan has this name.',
    planTwice: 'Two published plans have this name. Rename one of them first.',
    priceMissing: (prices: string) => `Say which price: ${prices}.`,
    priceUnknown: (prices: string) => `The plan has another price: ${prices}.`,
    paidTooFar: 'More than two years ahead.',
  },
}
