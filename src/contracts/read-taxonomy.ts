import { AppError } from '../base/errors.ts';
import { isRecord, parseJson } from '../base/json.ts';
import { excerpt } from '../base/text.ts';
import { CATEGORIES } from '../taxonomy/categories.ts';
import { type Taxonomy, taxonomySchema } from './taxonomy.ts';

/** Something in a taxonomy that is allowed and most likely not meant. */
export interface TaxonomyWarning {
  /** JSON pointer of the place. */
  readonly pointer: string;
  readonly message: string;
}

const MAX_CHARACTERS = 1_000_000;
const MAX_CATEGORIES = 200;
const MAX_QUESTIONS = 50;
/** What a judge is shown of a category has to fit beside those of all others. */
const MAX_TEXT = 2_000;
const KEBAB_CASE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/**
 * Reads a taxonomy from the text of a JSON file, with warnings for what a reader of its answers would stumble over.
 * @throws AppError TAXONOMY_INVALID naming the place and what is wrong
 */
export function readTaxonomy(text: string): { readonly taxonomy: Taxonomy; readonly warnings: TaxonomyWarning[] } {
  if (text.length > MAX_CHARACTERS) throw invalid('', `longer than ${MAX_CHARACTERS} characters`);
  const json = parsed(text);
  if (!isRecord(json)) throw invalid('', 'a taxonomy is an object with id, title and categories');
  const read = taxonomySchema.safeParse(json);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw invalid(issue?.path.map((part) => `/${String(part)}`).join('') ?? '', issue?.message ?? 'invalid');
  }
  check(read.data);
  return { taxonomy: read.data, warnings: lintTaxonomy(read.data) };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch (error) {
    throw invalid('', AppError.isInstance(error) ? error.message : 'not valid JSON');
  }
}

function check({ id, title, categories }: Taxonomy): void {
  if (!KEBAB_CASE.test(id)) throw invalid('/id', `${excerpt(id, 60)} is not kebab-case`);
  checkText('/title', title);
  if (categories.length === 0) throw invalid('/categories', 'there is no category');
  if (categories.length > MAX_CATEGORIES) throw invalid('/categories', `more than ${MAX_CATEGORIES} categories`);
  const known = new Set<string>();
  categories.forEach((category, at) => {
    const pointer = `/categories/${at}`;
    if (!KEBAB_CASE.test(category.id)) throw invalid(`${pointer}/id`, `${excerpt(category.id, 60)} is not kebab-case`);
    if (known.has(category.id)) throw invalid(`${pointer}/id`, `two categories have the id ${category.id}`);
    known.add(category.id);
    checkText(`${pointer}/title`, category.title);
    checkText(`${pointer}/description`, category.description);
    if (category.checklist.length === 0) throw invalid(`${pointer}/checklist`, 'there is no question');
    if (category.checklist.length > MAX_QUESTIONS) {
      throw invalid(`${pointer}/checklist`, `more than ${MAX_QUESTIONS} questions`);
    }
    category.checklist.forEach((question, number) => {
      checkText(`${pointer}/checklist/${number}`, question);
    });
  });
}

function checkText(pointer: string, text: string): void {
  if (text.trim() === '') throw invalid(pointer, 'there is nothing in it');
  if (text.length > MAX_TEXT) throw invalid(pointer, `longer than ${MAX_TEXT} characters`);
}

function lintTaxonomy({ categories }: Taxonomy): TaxonomyWarning[] {
  const warnings: TaxonomyWarning[] = [];
  const warn = (pointer: string, message: string): void => {
    warnings.push({ pointer, message });
  };
  const titles = new Map<string, string>();
  const questions = new Map<string, string>();
  categories.forEach(({ id, title, description, checklist, mapsTo }, at) => {
    const pointer = `/categories/${at}`;
    const namesake = titles.get(plain(title));
    if (namesake !== undefined) warn(`${pointer}/title`, `${namesake} has the same title: nobody can tell them apart`);
    titles.set(plain(title), id);
    if (plain(description) === plain(title)) {
      warn(`${pointer}/description`, 'says no more than the title: say what the agent does when it fails so');
    }
    if (Object.hasOwn(CATEGORIES, id) && id !== mapsTo) {
      warn(`${pointer}/mapsTo`, `${id} is a category here too, and this one maps to ${mapsTo}`);
    }
    if (mapsTo === 'inconclusive' && id !== 'inconclusive') {
      warn(`${pointer}/mapsTo`, 'is compared with nothing: inconclusive is where no category fits');
    }
    checklist.forEach((question, number) => {
      const place = `${pointer}/checklist/${number}`;
      if (!question.trim().endsWith('?')) warn(place, 'is no question: a judge answers questions with yes or no');
      const asked = questions.get(plain(question));
      if (asked !== undefined) warn(place, `is asked for ${asked} too, so it does not tell the two apart`);
      questions.set(plain(question), id);
    });
  });
  return warnings;
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const invalid = (pointer: string, message: string): AppError =>
  new AppError('TAXONOMY_INVALID', `${pointer === '' ? 'taxonomy' : pointer}: ${message}`);
