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
    webhooks: 'Webhooks',
    webhooksText:
      'Admins add endpoints under Settings, Integrations. Carefold sends each event as a POST request with a JSON body: its type, the time, and ids. The body has no names and no content; read the rest through this API.',
    webhooksVerify:
      'Requests follow Standard Webhooks. Before you act on a request, verify its signature over the id, the timestamp and the raw body, and refuse a timestamp that is older than five minutes. For 24 hours after a new secret, the header has two signatures; one of them must match.',
    webhooksAnswer:
      'Answer with a status of 2xx within 10 seconds. Otherwise the event is sent again after 1 minute, 5 minutes, 30 minutes, and 2, 5, 10, 14, 20 and 24 hours. The id stays the same, so ignore an id that you have seen; events can arrive in another order. An endpoint that has failed for five days is switched off, and so is one that answers 410.',
    webhooksEvents: 'Events',
    webhookExample: 'A request',
    webhookVerifyExample: 'To verify it, in JavaScript',
    fhir: {
      title: 'FHIR R4 for programs',
      lead: 'A program of a clinic reads its data as FHIR R4 resources, at the clinic’s own address. An admin creates an API key under Settings, Integrations, with the resources that the program may read. Every read is audited.',
      withSecret: 'With a secret',
      withSecretText: 'Send the secret of the key as the bearer token.',
      withKeyPair: 'With a key pair (SMART Backend Services)',
      withKeyPairText:
        'Sign an assertion with RS384 or ES384: iss and sub are the client id, aud is the token endpoint, exp is at most five minutes ahead, and jti is new each time. The answer has an access token for five minutes.',
      discovery: 'The endpoint describes itself at /metadata and /.well-known/smart-configuration.',
      resources: 'Resources and search parameters',
      values:
        'A comma is “or”, a repeated parameter “and”. Dates take the prefixes eq, ge, gt, le and lt. Unknown parameters are refused. Pages have up to 200 resources (_count); follow the link next.',
      errors: 'Every error is an OperationOutcome: 401 without a live key, 403 without the scope.',
    },
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
