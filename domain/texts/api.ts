/** The API reference at /docs/api, for developers. */
export const apiTexts = {
  title: 'Carefold API',
  lead: 'Every function of Carefold, with its input, response, errors and permitted callers.',
  answer: 'The function has run.',
  error: {
    code: 'The reason of the refusal, for programs.',
    message: 'The reason as a sentence, for users.',
    requestId: 'The id of the request in the server’s log.',
  },
  access: {
    anyone: 'Anyone, also without an account.',
    'signed-in': 'Any signed-in user. The function checks the rest.',
    team: 'The clinic’s team.',
    admins: 'The clinic’s admins.',
    sets: {
      team: 'Also staff with the permission “team”.',
      billing: 'Also staff with the permission “billing”.',
      settings: 'Also staff with the permission “settings”.',
      money: 'Also staff with the permission “money”.',
    },
    notReadOnly: 'Not read-only team members.',
    secondStep: 'Two-step sign-in is required where the clinic or the user has set it.',
    guardians: {
      limited: 'Also guardians of the patient.',
      full: 'Also guardians of the patient with full access.',
    },
    freshProof: 'The user must have confirmed their identity within the last few minutes.',
  },
  page: {
    call: 'How to call',
    callText:
      'Send a POST request with a JSON body to the function’s address. Send the publishable key in the header apikey, and the user’s access token as the bearer token. The key is public; the user’s session decides which rows a call can read and change.',
    clinic:
      'The host names the clinic: call the clinic’s own address. On the main address, the header x-clinic names it.',
    errors: 'Errors',
    errorsText: 'A refused call has a status of 400 or above, and a body with code, message and request_id.',
    withCurl: 'Without an account, with curl',
    withClient: 'As a patient of the demo, with supabase-js',
    document: 'OpenAPI document',
    functions: 'Functions',
    key: 'Publishable key',
    callers: 'Callers',
    input: 'Input',
    noInput: 'No input.',
    answer: 'Answer',
    noAnswer: 'An empty object.',
    refusals: 'Errors',
    field: 'Field',
    type: 'Type',
    meaning: 'Meaning',
    optional: 'optional',
    anyValue: 'any value',
    listOf: (item: string) => `list of ${item}`,
    characters: (least: number, most: number | undefined) =>
      most === undefined ? `at least ${least} characters` : `${least} to ${most} characters`,
    range: (least: number | undefined, most: number | undefined) =>
      most === undefined
        ? `at least ${least}`
        : least === undefined
          ? `at most ${most}`
          : `${least} to ${most}`,
    unavailable: 'The reference is not built yet. Try again in a minute.',
  },
} as const
