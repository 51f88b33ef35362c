/** Determines the operators and values of a column. */
export type Kind =
  /** a key; `FuzzSchema.ids` lists values */
  'id' | 'number' | 'text' | 'bool' | 'date' | 'time' | 'list' | 'json' | 'range' | 'words' | 'status'

export interface Model {
  columns: Record<string, Kind>
  relations: Record<string, string>
}

/** Source of generated requests: tables, functions with valid arguments, columns for write bodies. */
export interface FuzzSchema {
  tables: Record<string, Model>
  calls: [name: string, args: [string, string][]][]
  /** Of visible rows and of others. */
  ids: string[]
  written: string[]
}

// biome-ignore format: a table
export const library: Record<string, Model> = {
  books: {
    columns: { id: 'number', title: 'text', price: 'number', pages: 'number', in_print: 'bool', published_on: 'date', added_at: 'time', genres: 'list', details: 'json', period: 'range', blurb: 'words', sold: 'number', isbn: 'text', shout: 'text' },
    relations: { authors: 'authors', author_id: 'authors', publishers: 'publishers', categories: 'categories', book_texts: 'book_texts', loans: 'loans' },
  },
  authors: {
    columns: { id: 'number', name: 'text', born_on: 'date', profile: 'json', aliases: 'list' },
    relations: { books: 'books', printed_books: 'printed_books', cheap_books: 'books', first_book: 'books' },
  },
  publishers: { columns: { id: 'number', name: 'text', city: 'text' }, relations: { books: 'books' } },
  categories: { columns: { id: 'number', name: 'text' }, relations: { books: 'books' } },
  book_texts: { columns: { book_id: 'number', summary: 'text' }, relations: { books: 'books' } },
  readers: {
    columns: { username: 'text', age: 'number' },
    relations: { 'loans!reader': 'loans', 'loans!referee': 'loans' },
  },
  loans: {
    columns: { id: 'number', status: 'status', lent_at: 'time', fee_cents: 'number' },
    relations: { books: 'books', reader: 'readers', 'readers!referee': 'readers', readers: 'readers' },
  },
  staff: {
    columns: { id: 'number', name: 'text' },
    relations: { 'staff!manager_id': 'staff', manager_id: 'staff' },
  },
  printed_books: {
    columns: { id: 'number', title: 'text', price: 'number' },
    relations: { authors: 'authors' },
  },
  diaries: { columns: { id: 'number', owner: 'text', entry: 'text' }, relations: {} },
}

const ordering = ['eq', 'neq', 'gt', 'gte', 'lt', 'lte', 'isdistinct', 'eq(any)', 'gt(all)']
export const operators: Record<Kind, string[]> = {
  id: ordering,
  number: ordering,
  text: [
    ...ordering,
    'like',
    'ilike',
    'match',
    'imatch',
    'like(any)',
    'ilike(all)',
    'fts',
    'plfts(english)',
    'phfts',
    'wfts(simple)',
  ],
  bool: ordering,
  date: ordering,
  time: ordering,
  list: ['eq', 'cs', 'cd', 'ov'],
  json: ['eq', 'cs', 'cd', 'fts', 'wfts(english)'],
  range: ['eq', 'cs', 'cd', 'ov', 'sl', 'sr', 'nxr', 'nxl', 'adj'],
  words: ['fts', 'plfts', 'phfts(english)', 'wfts'],
  status: ordering,
}
