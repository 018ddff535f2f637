/** A value of a field that can be compared. */
export type Scalar = string | number | boolean;

const ID_KEY = /(?:^|[_\s-])(?:ids?|number|no|code|key|uuid|ref|reference|sku)$|Id$|ID$/;
const MONEY = /(?:^|[._\s])(?:prices?|costs?|amount|fares?|fees?|balance|subtotal)(?:$|\.)|(?:^|\.)total$/i;

/** The name of a field and what it says of the value, kept once for all records: a tree by the parts of its path. */
export class FieldName {
  readonly path: string;
  /** Last part of the path. */
  readonly last: string;
  /** Whether it names ids: `order_id`, `flight_number`, `trackingId`. */
  readonly isId: boolean;
  readonly isTitle: boolean;
  readonly isMoney: boolean;
  readonly #children = new Map<string, FieldName>();

  constructor(path = '', key = '') {
    this.path = path;
    this.last = lastPart(path);
    this.isId = ID_KEY.test(key);
    this.isTitle = path === 'name' || path === 'title';
    this.isMoney = MONEY.test(path);
  }

  child(key: string): FieldName {
    let child = this.#children.get(key);
    if (child === undefined) {
      child = new FieldName(this.path === '' ? key : `${this.path}.${key}`, key);
      this.#children.set(key, child);
    }
    return child;
  }
}

export const lastPart = (path: string): string => path.slice(path.lastIndexOf('.') + 1);

/** Whether a field holds money, by its name. */
export const isMoney = (path: string, value: Scalar): value is number => typeof value === 'number' && MONEY.test(path);
