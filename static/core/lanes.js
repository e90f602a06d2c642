/**
 * Questions in lanes: a seat may be asked several things at once, and each command says in which lane it is given.
 *
 * @import {Legal} from './types.js'
 */

/** All questions put to a seat, the first of which holds the others. @param {Legal|null} legal @returns {Legal[]} */
export const questions = (legal) => (legal ? [legal, .../** @type {Legal[]} */ (legal.lanes ?? [])] : []);

/** The question of a lane, or the first where that lane is gone. @template {Legal|null} L @param {L} legal @param {string|null} lane @returns {L|Legal} */
export const inLane = (legal, lane) => questions(legal).find((question) => question.lane === lane) ?? legal;

/** What is sent about a question, with its lane if it has one. @param {Legal|null} legal @param {object} body @returns {object} */
export const laned = (legal, body) => (legal?.lane === undefined ? body : { ...body, lane: legal.lane });
