import { aName, contentOf, type SampleCalls } from '#server/tests/threats/actors/sample-call.ts'
import type { Scene } from '#server/tests/threats/scene.ts'
import { aContentItem, anArticle } from '#testing/content.ts'
import { aPresentation } from '#testing/presentations.ts'

export const calls: SampleCalls = {
  'create-content': {
    input: () => ({
      title: 'Sleeping well',
      type: 'article',
      category: 'Wellness',
      description: '',
    }),
  },
  'save-content': {
    input: async (scene) => ({
      itemId: await contentOf(scene, 'draft'),
      version: 1,
      title: 'Sleeping better',
      category: 'Wellness',
      description: '',
      coverFileId: null,
      body: anArticle(),
    }),
  },
  'publish-content': {
    input: async (scene) => ({ itemId: await contentOf(scene, 'draft'), version: 1 }),
  },
  'set-content-status': {
    input: async (scene) => ({
      itemId: await contentOf(scene, 'published'),
      status: 'archived',
    }),
  },
  'delete-content': {
    input: async (scene) => ({ itemId: await contentOf(scene, 'draft'), isDeleted: true }),
  },
  'feature-content': {
    input: async (scene) => ({ itemId: await contentOf(scene, 'draft'), isFeatured: true }),
  },
  'set-content-category': {
    input: () => ({ name: aName(), isOffered: true }),
  },
  'copy-content-examples': {
    input: () => ({ keys: ['balanced-plate'] }),
  },
  'start-slides-import': {
    input: async ({ test, world }) => ({
      itemId: (await aPresentation(test.db, world.clinics.one)).itemId,
      address: 'https://docs.google.com/presentation/d/strong-knees-of-the-test/edit',
    }),
  },
  'import-google-slides': {
    input: () => ({ code: 'code', state: 'of nobody' }),
    answers: { team: 'slides_import_over', viewer: 'not_allowed' },
  },
  'share-library': {
    input: async ({ world }) => ({ subdomain: world.clinics.two.subdomain, isShared: true }),
  },
  'copy-shared-content': {
    input: async (scene) => ({ itemId: await sharedContentOf(scene) }),
  },
}

async function sharedContentOf({ test, world: { clinics } }: Scene): Promise<string> {
  await test.db.asOwner(
    `insert into content_library_shares (clinic_id, with_clinic_id, created_at) values ($1, $2, now())
     on conflict do nothing`,
    [clinics.two.id, clinics.one.id],
  )
  return (await aContentItem(test.db, clinics.two, { status: 'published' })).itemId
}
