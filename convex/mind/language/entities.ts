/** The names of mind/text, for what is left here. */
export {
  MOST_NAMES as MOST_ENTITIES,
  nameKey as entityKey,
  namesIn as entitiesOf,
} from "../../../mind/text/names";
