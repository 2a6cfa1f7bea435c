package ttlcheck;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeSet;
import org.apache.jena.atlas.json.JSON;
import org.apache.jena.atlas.json.JsonArray;
import org.apache.jena.atlas.json.JsonObject;
import org.apache.jena.atlas.json.JsonValue;
import org.apache.jena.graph.Node;
import org.apache.jena.mem2.GraphMem2Fast;
import org.apache.jena.rdf.model.Model;
import org.apache.jena.rdf.model.ModelFactory;
import org.apache.jena.rdf.model.Property;
import org.apache.jena.rdf.model.RDFNode;
import org.apache.jena.rdf.model.Resource;
import org.apache.jena.rdf.model.Statement;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.lang.LabelToNode;
import org.apache.jena.riot.out.NodeFmtLib;
import org.apache.jena.riot.system.ErrorHandlerFactory;
import org.apache.jena.sys.JenaSystem;
import org.topbraid.shacl.validation.ValidationEngineConfiguration;
import org.topbraid.shacl.validation.ValidationUtil;
import org.topbraid.shacl.vocabulary.SH;

/**
 * Validates a list of cases in one JVM.
 *
 * <p>Arguments: a JSON file with an array of cases, each with {@code data} and {@code shapes} in Turtle, and the file
 * for the results: a JSON array with one entry a case, in the same order. An entry is an array of results, each an
 * array of severity, focus node, path when it is a predicate, value, source shape and component as N-Triples terms,
 * {@code -} where there is none, and after them the messages; or a string that says why the case failed. Blank nodes
 * keep their labels.
 */
public final class TopBraidRunner {
    private TopBraidRunner() {}

    public static void main(String[] arguments) throws IOException {
        JenaSystem.init();
        JsonArray cases = JSON.parseAny(Files.readString(Path.of(arguments[0]))).getAsArray();
        JsonArray entries = new JsonArray();
        for (JsonValue value : cases) {
            JsonObject each = value.getAsObject();
            try {
                entries.add(results(read(text(each, "data")), read(text(each, "shapes"))));
            } catch (RuntimeException error) {
                entries.add(error.toString());
            }
        }
        Files.writeString(Path.of(arguments[1]), entries.toString(), StandardCharsets.UTF_8);
        System.out.println("did " + cases.size() + " cases");
    }

    private static JsonArray results(Model data, Model shapes) {
        ValidationEngineConfiguration configuration = new ValidationEngineConfiguration().setValidateShapes(false);
        Resource report = ValidationUtil.validateModel(data, shapes, configuration);
        JsonArray results = new JsonArray();
        for (Statement statement : report.listProperties(SH.result).toList()) {
            Resource result = statement.getResource();
            JsonArray terms = new JsonArray();
            for (Property property : new Property[] {
                SH.resultSeverity, SH.focusNode, SH.resultPath, SH.value, SH.sourceShape, SH.sourceConstraintComponent
            }) {
                Statement found = result.getProperty(property);
                RDFNode node = found == null ? null : found.getObject();
                terms.add(node == null || property.equals(SH.resultPath) && node.isAnon() ? "-" : term(node.asNode()));
            }
            for (Statement message : result.listProperties(SH.resultMessage).toList()) {
                terms.add(term(message.getObject().asNode()));
            }
            results.add(terms);
        }
        return results;
    }

    private static Model read(String turtle) {
        // The graphs that Jena makes by default match literals by value; those of RDF match them as terms.
        Model model = ModelFactory.createModelForGraph(new GraphMem2Fast());
        RDFParser.create().fromString(turtle).lang(Lang.TURTLE).labelToNode(LabelToNode.createUseLabelAsGiven())
                .base("http://e/").langTagAsGiven().checking(false)
                .errorHandler(ErrorHandlerFactory.errorHandlerStrictNoLogging).parse(model);
        return model;
    }

    private static String term(Node node) {
        return node.isBlank() ? "_:" + node.getBlankNodeLabel() : NodeFmtLib.strNT(node);
    }

    private static String text(JsonObject object, String key) {
        return object.get(key).getAsString().value();
    }
}
