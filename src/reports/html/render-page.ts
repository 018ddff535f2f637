import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { type Html, html, trustedMarkup } from './html-template.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';

const hashSource = (text: string): string => `'sha256-${btoa(String.fromCharCode(...sha256(utf8ToBytes(text))))}'`;

/**
 * The page's policy: nothing is loaded, and no script or style runs but the two that are named by their hash. So
 * neither event handlers, nor `javascript:` addresses, nor injected elements could do anything.
 */
const POLICY = [
  "default-src 'none'",
  `script-src ${hashSource(PAGE_SCRIPT)}`,
  `style-src ${hashSource(PAGE_STYLE)}`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly multi: boolean;
}

/** A whole document in one file. */
export const renderPage = ({ title, body, multi }: Page): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${trustedMarkup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${trustedMarkup(PAGE_STYLE)}</style>
<script>${trustedMarkup(PAGE_SCRIPT)}</script>
</head><body><main class="${multi ? 'multi level2' : 'level1'}">${body}</main></body></html>`.markup;
