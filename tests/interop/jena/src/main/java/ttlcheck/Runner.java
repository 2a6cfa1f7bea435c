package ttlcheck;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.jena.atlas.json.JSON;
import org.apache.jena.atlas.json.JsonArray;
import org.apache.jena.atlas.json.JsonObject;
import org.apache.jena.atlas.json.JsonValue;
import org.apache.jena.graph.Graph;
import org.apache.jena.graph.Node;
import org.apache.jena.graph.NodeFactory;
import org.apache.jena.query.QueryFactory;
import org.apache.jena.query.ResultSetFormatter;
import org.apache.jena.query.ResultSet;
import org.apache.jena.riot.Lang;
import org.apache.jena.riot.RDFDataMgr;
import org.apache.jena.riot.RDFLanguages;
import org.apache.jena.riot.RDFParser;
import org.apache.jena.riot.out.NodeFmtLib;
import org.apache.jena.riot.system.ErrorHandlerFactory;
import org.apache.jena.shacl.ShaclValidator;
import org.apache.jena.shacl.Shapes;
import org.apache.jena.shacl.validation.ReportEntry;
import org.apache.jena.sparql.core.DatasetGraph;
import org.apache.jena.sparql.core.DatasetGraphFactory;
import org.apache.jena.sparql.exec.QueryExec;
import org.apache.jena.sparql.exec.QueryExecBuilder;
import org.apache.jena.sparql.exec.RowSet;
import org.apache.jena.sparql.graph.GraphFactory;
import org.apache.jena.sparql.path.P_Link;
import org.apache.jena.sys.JenaSystem;

/**
 * Does a list of jobs in one JVM.
 *
 * <p>Arguments: a JSON file with an array of jobs, and a folder for the results. Each job has an {@code id}, which
 * names its result, and a {@code kind}:
 *
 * <ul>
 *   <li>{@code parse}: {@code file}, {@code lang}. RIOT in strict mode; writes the quads as N-Quads to {@code id.nq}.
 *   <li>{@code query}: {@code query}, {@code data}, {@code bindings} (name to IRI). Writes SPARQL JSON to {@code id.srj}.
 *   <li>{@code shacl}: {@code shapes}, {@code data}. Writes one line a result to {@code id.tsv}: severity, focus node,
 *       path when it is a predicate, value, source shape, component.
 * </ul>
 *
 * A job that fails writes its error to {@code id.error} instead.
 */
public final class Runner {
    private Runner() {}

    public static void main(String[] arguments) throws IOException {
        JenaSystem.init();
        Path results = Path.of(arguments[1]);
        JsonArray jobs = JSON.parseAny(Files.readString(Path.of(arguments[0]))).getAsArray();
        TreeMap<String, Graph> graphs = new TreeMap<>();
        for (JsonValue value : jobs) {
            JsonObject job = value.getAsObject();
            String id = job.get("id").getAsString().value();
            try {
                switch (text(job, "kind")) {
                    case "parse" -> parse(job, results.resolve(id + ".nq"));
                    case "query" -> query(job, graphs, results.resolve(id + ".srj"));
                    case "shacl" -> shacl(job, graphs, results.resolve(id + ".tsv"));
                    default -> throw new IllegalArgumentException("unknown kind of job");
                }
            } catch (RuntimeException error) {
                Files.writeString(results.resolve(id + ".error"), error.toString());
            }
        }
        System.out.println(org.apache.jena.Jena.VERSION + " did " + jobs.size() + " jobs");
    }

    private static void parse(JsonObject job, Path result) throws IOException {
        DatasetGraph quads = DatasetGraphFactory.create();
        read(Path.of(text(job, "file")), RDFLanguages.nameToLang(text(job, "lang"))).parse(quads);
        try (OutputStream out = Files.newOutputStream(result)) {
            RDFDataMgr.write(out, quads, Lang.NQUADS);
        }
    }

    private static void query(JsonObject job, TreeMap<String, Graph> graphs, Path result) throws IOException {
        QueryExecBuilder builder = QueryExec.graph(merged(job, "data", graphs))
                .query(QueryFactory.create(Files.readString(Path.of(text(job, "query")))));
        JsonObject bindings = job.get("bindings").getAsObject();
        for (String name : bindings.keys()) {
            builder.substitution(name, NodeFactory.createURI(bindings.get(name).getAsString().value()));
        }
        try (QueryExec execution = builder.build();
                OutputStream out = Files.newOutputStream(result)) {
            RowSet rows = execution.select();
            ResultSetFormatter.outputAsJSON(out, ResultSet.adapt(rows));
        }
    }

    private static void shacl(JsonObject job, TreeMap<String, Graph> graphs, Path result) throws IOException {
        Shapes shapes = Shapes.parse(merged(job, "shapes", graphs));
        TreeSet<String> lines = new TreeSet<>();
        for (ReportEntry entry : ShaclValidator.get().validate(shapes, merged(job, "data", graphs)).getEntries()) {
            String path = entry.resultPath() instanceof P_Link link ? term(link.getNode()) : "-";
            String line = String.join("\t",
                    term(entry.severity().level()), term(entry.focusNode()), path, term(entry.value()),
                    term(entry.source()), term(entry.sourceConstraintComponent()));
            lines.add(line);
        }
        Files.write(result, lines, StandardCharsets.UTF_8);
    }

    private static Graph merged(JsonObject job, String key, TreeMap<String, Graph> graphs) {
        Graph union = GraphFactory.createDefaultGraph();
        for (JsonValue value : job.get(key).getAsArray()) {
            String file = value.getAsString().value();
            Graph graph = graphs.computeIfAbsent(file, name -> {
                Graph made = GraphFactory.createDefaultGraph();
                read(Path.of(name), RDFLanguages.filenameToLang(name)).parse(made);
                return made;
            });
            graph.find().forEachRemaining(union::add);
        }
        return union;
    }

    private static org.apache.jena.riot.RDFParserBuilder read(Path file, Lang lang) {
        return RDFParser.create().source(file).forceLang(lang).strict(true).checking(true)
                .errorHandler(ErrorHandlerFactory.errorHandlerStrictNoLogging);
    }

    private static String term(Node node) {
        return node == null ? "-" : NodeFmtLib.strNT(node);
    }

    private static String text(JsonObject job, String key) {
        return job.get(key).getAsString().value();
    }
}
