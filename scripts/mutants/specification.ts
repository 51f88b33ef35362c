import type { Mutant } from './mutant.ts'

/** Errors in the constants and texts of the specification that the nearest test must notice. */
export const specificationMutants: Mutant[] = [
  {
    name: 'the tagline changes every 7 s',
    edits: [
      {
        file: 'web/features/marketing/rotation-times.ts',
        find: 'export const taglineMs = 5_000',
        replace: 'export const taglineMs = 7_000',
      },
    ],
    tests: ['web/features/marketing/rotation-times.test.tsx'],
  },
  {
    name: 'the tour changes every 7 s',
    edits: [
      {
        file: 'web/features/marketing/rotation-times.ts',
        find: 'export const tourMs = 5_000',
        replace: 'export const tourMs = 7_000',
      },
    ],
    tests: ['web/features/marketing/rotation-times.test.tsx'],
  },
  {
    name: 'members are not refetched on focus',
    edits: [
      {
        file: 'web/lib/query-client.ts',
        find: 'retry: 2, refetchOnWindowFocus: true',
        replace: 'retry: 2, refetchOnWindowFocus: false',
      },
    ],
    tests: ['web/lib/query-client.test.ts'],
  },
  {
    name: 'members are stale after 5 minutes',
    edits: [
      { file: 'web/lib/query-client.ts', find: 'staleTime: 2 * 60_000', replace: 'staleTime: 5 * 60_000' },
    ],
    tests: ['web/lib/query-client.test.ts'],
  },
  {
    name: 'stored slides are used for 10 minutes',
    edits: [
      {
        file: 'web/components/slides/slides-api.ts',
        find: 'slidesFreshMs = 5 * 60_000',
        replace: 'slidesFreshMs = 10 * 60_000',
      },
    ],
    tests: ['web/components/slides/slides-api.test.ts'],
  },
  {
    name: 'a slide’s address is used for an hour',
    edits: [
      {
        file: 'web/components/slides/slide-cache.ts',
        find: 'slideCacheMs = 30 * 60_000',
        replace: 'slideCacheMs = 60 * 60_000',
      },
    ],
    tests: ['web/components/slides/slide-sources.test.ts'],
  },
  {
    name: 'slides are cached for an hour',
    edits: [
      {
        file: 'web/components/slides/slides-times.ts',
        find: 'gcTime: 30 * minuteMs',
        replace: 'gcTime: 60 * minuteMs',
      },
    ],
    tests: ['web/components/slides/slides-times.test.ts'],
  },
  {
    name: 'Enterprise loses its 24/7 support',
    edits: [
      {
        file: 'domain/clinic-tier/product-plans.ts',
        find: "'24/7 priority support'",
        replace: "'Priority support'",
      },
    ],
    tests: ['domain/clinic-tier/product-plans.test.ts'],
  },
  {
    name: 'the access forms have another sentence for two passwords',
    edits: [
      {
        file: 'domain/texts/access.ts',
        find: 'passwordsDiffer: "Passwords don\'t match"',
        replace: "passwordsDiffer: 'Passwords differ'",
      },
    ],
    tests: ['domain/access/forms.test.ts'],
  },
  {
    name: 'text messages are on by default',
    edits: [
      {
        file: 'domain/preferences/contact-preferences.ts',
        find: 'smsNotifications: false',
        replace: 'smsNotifications: true',
      },
    ],
    tests: ['domain/preferences/contact-preferences.test.ts'],
  },
  {
    name: 'the usage bar of patients ends at 500',
    edits: [{ file: 'domain/dashboard/usage.ts', find: 'patients: 250', replace: 'patients: 500' }],
    tests: ['domain/dashboard/usage.test.ts'],
  },
  {
    name: 'the usage bar of staff ends at 30',
    edits: [{ file: 'domain/dashboard/usage.ts', find: 'staff: 15', replace: 'staff: 30' }],
    tests: ['domain/dashboard/usage.test.ts'],
  },
]
