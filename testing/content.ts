import type { ContentBody, ContentFileKind } from '#domain/content/body.ts'
import { filesIn, readMinutes } from '#domain/content/body.ts'
import { documentFromMarkdown } from '#domain/content/markdown.ts'
import type { TestDatabase } from './database/database.ts'
import type { Person, TestClinic } from './sign-in/people.ts'

export const anArticle = (text = 'Drink a glass of water.'): ContentBody => ({
  type: 'article',
  document: documentFromMarkdown(text),
})

/** As its actions leave it. */
export async function aContentItem(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'admin'>,
  options: {
    title?: string
    category?: string
    body?: ContentBody
    status?: 'draft' | 'published' | 'archived'
    isDeleted?: boolean
    isExample?: boolean
    author?: Pick<Person, 'userId'>
  } = {},
): Promise<{ itemId: string; versionId: string | null }> {
  const { title = 'Sleeping well', category = 'Wellness', body = anArticle(), status = 'draft' } = options
  const author = (options.author ?? clinic.admin).userId
  const [item] = await db.asOwner<{ id: string }>(
    `insert into public.content_items (clinic_id, type, status, title, category, body, read_minutes, author_id, changed_by,
                                       created_at, updated_at, published_at, deleted_at, is_unchecked_example)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, now(), now(), case when $3 <> 'draft' then now() end,
             case when $9 then now() end, $10) returning id`,
    [
      clinic.id,
      body.type,
      status,
      title,
      category,
      JSON.stringify(body),
      readMinutes(body),
      author,
      options.isDeleted ?? false,
      options.isExample ?? false,
    ],
  )
  if (!item) throw new Error('no content was made')
  if (status === 'draft') return { itemId: item.id, versionId: null }
  const [version] = await db.asOwner<{ id: string }>(
    `insert into public.content_versions (clinic_id, item_id, number, type, title, category, description, body, read_minutes,
                                          published_at)
     select clinic_id, id, 1, type, title, category, description, body, read_minutes, published_at
       from public.content_items where id = $1 returning id`,
    [item.id],
  )
  for (const fileId of filesIn(body, null).keys()) {
    await db.asOwner(
      'insert into public.content_version_files (clinic_id, version_id, file_id) values ($1, $2, $3)',
      [clinic.id, version?.id, fileId],
    )
  }
  return { itemId: item.id, versionId: version?.id ?? null }
}

/** @returns the file's id */
export async function aContentFile(
  db: TestDatabase,
  clinic: Pick<TestClinic, 'id' | 'admin'>,
  options: {
    kind?: ContentFileKind
    owner?: Pick<Person, 'userId'>
    isUsed?: boolean
    state?: 'ready' | 'uploading'
  } = {},
): Promise<string> {
  const { kind = 'content_picture', isUsed = false, state = 'ready' } = options
  const [file] = await db.asOwner<{ id: string }>(
    `insert into files (clinic_id, owner_id, kind, name, attached_at, size_bytes, received_bytes, state, sha256, media_type)
     values ($1, $2, $3, 'knee.png', case when $4 then now() end, 10, 10, $5, case when $5 = 'ready' then repeat('0', 64) end,
             case when $5 = 'ready' then 'image/png' end) returning id`,
    [clinic.id, (options.owner ?? clinic.admin).userId, kind, isUsed, state],
  )
  if (!file) throw new Error('no file was made')
  return file.id
}

/** Publishes a further version. @returns its id */
export async function aCorrection(
  db: TestDatabase,
  { itemId }: { itemId: string },
  number: number,
): Promise<string> {
  await db.asOwner(
    'update content_versions set superseded_at = now() where item_id = $1 and superseded_at is null',
    [itemId],
  )
  const [version] = await db.asOwner<{ id: string }>(
    `insert into content_versions (clinic_id, item_id, number, type, title, category, body, read_minutes, published_at)
     select clinic_id, item_id, $2, type, title, category, body, read_minutes, now()
       from content_versions where item_id = $1 and number = $2 - 1 returning id`,
    [itemId, number],
  )
  if (!version) throw new Error('no version was made')
  return version.id
}
